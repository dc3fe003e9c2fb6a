#include "core/lock.h"

#include <sched.h>

#include "base/park.h"
#include "core/thread.h"
#include "core/wait.h"

/* Spin, yield a few times, then sleep until the owner wakes one. */
void
gho_lock_acquire_slow (_Atomic uint32_t *lock)
{
  uint32_t budget = gho_wait_spin_budget (gho_tls_self);
  for (uint32_t i = 0; i < budget; i++)
    {
      if (gho_load_rlx (lock) == 0 && gho_lock_try (lock))
        return;
      gho_pause ();
    }
  for (int i = 0; i < 3 && budget != 0; i++)
    {
      sched_yield ();
      if (gho_load_rlx (lock) == 0 && gho_lock_try (lock))
        return;
    }
  /* Taking it with 2 may cost one wake-up too many, but never loses one. */
  while (gho_xchg_acqrel (lock, 2u) != 0)
    gho_futex_wait (lock, 2, 0);
}

void
gho_lock_wake (_Atomic uint32_t *lock)
{
  gho_futex_wake (lock, 1);
}
