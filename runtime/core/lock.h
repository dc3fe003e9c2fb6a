/* Locks of 4 bytes: 0 free, 1 taken, 2 taken and somebody sleeps. Usable before any constructor. */
#ifndef GHO_LOCK_H
#define GHO_LOCK_H

#include "base/atomic.h"
#include "base/cpu.h"
#include "base/tsan.h"

extern _Atomic uint32_t gho_unnamed_critical; /* critical sections without a name */

#define GHO_NEST_LOCK_OWNER 8 /* offset of the task that owns a nestable lock behind its word */

/* at: enum gho_at, what the lock is for. */
void gho_lock_acquire_slow (_Atomic uint32_t *lock, int at);
void gho_lock_wake (_Atomic uint32_t *lock);

static inline bool
gho_lock_try (_Atomic uint32_t *lock)
{
  uint32_t free = 0;
  if (!gho_cas_acq (lock, &free, 1u)) /* pairs with the exchange in release */
    return false;
  gho_tsan_acquire (lock);
  return true;
}

static inline void
gho_lock_acquire (_Atomic uint32_t *lock, int at)
{
  if (gho_unlikely (!gho_lock_try (lock)))
    {
      gho_lock_acquire_slow (lock, at);
      gho_tsan_acquire (lock);
    }
}

static inline void
gho_lock_release (_Atomic uint32_t *lock)
{
  gho_tsan_release (lock);
  if (gho_unlikely (gho_xchg_acqrel (lock, 0u) == 2))
    gho_lock_wake (lock);
}

#endif
