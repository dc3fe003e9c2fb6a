#include "core/lock.h"

#include <sched.h>

#include "base/park.h"
#include "core/event.h"
#include "core/thread.h"
#include "core/wait.h"
#include "core/where.h"

_Atomic uint32_t gho_unnamed_critical;

static bool
try_with (_Atomic uint32_t *lock, uint32_t taken)
{
  uint32_t free = 0;
  return gho_load_rlx (lock) == 0 && gho_cas_acq (lock, &free, taken);
}

/* Spin, yield a few times, then sleep until the owner wakes one.  Whoever was woken spins again
 * before it sleeps again: else two threads that take turns would both sleep at every turn. */
static void
acquire (struct gho_thread *self, _Atomic uint32_t *lock, int at)
{
  uint32_t budget = gho_wait_spin_budget (self), taken = 1;
  for (;;)
    {
      for (uint32_t i = 0; i < budget; i++)
        {
          if (try_with (lock, taken))
            return;
          gho_pause ();
        }
      gho_note (self, at, lock);
      for (int i = 0; i < 3 && budget != 0; i++)
        {
          sched_yield ();
          if (try_with (lock, taken))
            return;
        }
      /* From here on it is taken with 2, since others may sleep too: that may cost one wake-up too
       * many, but never loses one. */
      taken = 2;
      if (gho_xchg_acqrel (lock, 2u) == 0)
        return;
      gho_futex_wait (lock, 2, 0);
    }
}

void
gho_lock_acquire_slow (_Atomic uint32_t *lock, int at)
{
  struct gho_thread *self = gho_tls_self;
  gho_event_begin (self, GHO_SPAN_LOCK, NULL);
  acquire (self, lock, at);
  gho_note_end (self);
  gho_event_end (self, GHO_SPAN_LOCK, 0);
}

void
gho_lock_wake (_Atomic uint32_t *lock)
{
  gho_futex_wake (lock, 1);
}
