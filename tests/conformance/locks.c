/* Simple and nestable locks, initialized twice, tested across threads. */
#include <omp.h>
#include <sched.h>
#include "check.h"

_Static_assert (sizeof (omp_lock_t) == 4, "omp_lock_t");
_Static_assert (sizeof (omp_nest_lock_t) == 16, "omp_nest_lock_t");

int
main (void)
{
  struct { int before; omp_lock_t lock; int after; } s = { 11, {}, 22 };
  struct { int before[4]; omp_nest_lock_t lock; int after[4]; } m;
  long a = 0, b = 0;
  memset (&m, 0x5a, sizeof m);
  omp_set_dynamic (0);
  for (int round = 0; round < 2; round++)
    {
      omp_init_lock (&s.lock);
      omp_init_nest_lock (&m.lock);
      a = b = 0;
#pragma omp parallel num_threads(8)
      for (int i = 0; i < 1000; i++)
        {
          if (i % 3)
            omp_set_lock (&s.lock);
          else
            while (!omp_test_lock (&s.lock))
              sched_yield ();
          a++;
          omp_unset_lock (&s.lock);
          omp_set_nest_lock (&m.lock);
          CHECK_EQ (omp_test_nest_lock (&m.lock), 2);
          omp_set_nest_lock (&m.lock);
          b++;
          omp_unset_nest_lock (&m.lock);
          omp_unset_nest_lock (&m.lock);
          b++;
          omp_unset_nest_lock (&m.lock);
        }
      CHECK_EQ (a, 8000);
      CHECK_EQ (b, 16000);
      int got = -1, nested = -1;
      omp_set_lock (&s.lock);
      omp_set_nest_lock (&m.lock);
#pragma omp parallel num_threads(2)
      if (omp_get_thread_num () == 1)
        {
          got = omp_test_lock (&s.lock);
          nested = omp_test_nest_lock (&m.lock);
        }
      CHECK_EQ (got, 0);
      CHECK_EQ (nested, 0);
      /* a lock is not owned by a thread: another one of the team may release a simple lock */
      omp_unset_lock (&s.lock);
      omp_unset_nest_lock (&m.lock);
      CHECK (omp_test_lock (&s.lock));
      omp_unset_lock (&s.lock);
      /* a task owns a nestable lock */
      omp_set_nest_lock (&m.lock);
      int in_task = -1;
#pragma omp task shared(in_task) if (0)
      in_task = omp_test_nest_lock (&m.lock);
      CHECK_EQ (in_task, 0);
      omp_unset_nest_lock (&m.lock);
      omp_destroy_lock (&s.lock);
      omp_destroy_nest_lock (&m.lock);
    }
  CHECK_EQ (s.before, 11);
  CHECK_EQ (s.after, 22);
  CHECK_EQ (m.before[3], 0x5a5a5a5a);
  CHECK_EQ (m.after[0], 0x5a5a5a5a);
  return 0;
}
