/* Sizes that programs have compiled in. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  CHECK_EQ (sizeof (omp_lock_t), 4);
  CHECK_EQ (sizeof (omp_nest_lock_t), 16);
  CHECK_EQ (sizeof (omp_sched_t), 4);
  CHECK_EQ (sizeof (omp_proc_bind_t), 4);
  CHECK_EQ (sizeof (omp_depend_t), 2 * sizeof (void *));
  CHECK_EQ (sizeof (omp_event_handle_t), sizeof (void *));
  CHECK_EQ (sizeof (omp_allocator_handle_t), sizeof (void *));
  /* the library writes no more than the object */
  struct { omp_lock_t lock; int after; } s = { .after = 1 };
  omp_init_lock (&s.lock);
  omp_set_lock (&s.lock);
  omp_unset_lock (&s.lock);
  omp_destroy_lock (&s.lock);
  CHECK_EQ (s.after, 1);
  return 0;
}
