// LIMIT: 30
/* A thread suspended in a tied task runs only descendants of it: a lock that a task holds over a
   taskwait is not asked for again on the same thread. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_lock_t lock;
  int done = 0;
  omp_set_dynamic (0);
  omp_init_lock (&lock);
  for (int n = 2; n <= 4; n++)
    for (int round = 0; round < 20; round++)
      {
        done = 0;
#pragma omp parallel num_threads(n)
#pragma omp single
        for (int i = 0; i < 40; i++)
          {
#pragma omp task shared(done, lock)
            {
              omp_set_lock (&lock);
              int inner = 0;
#pragma omp task shared(inner)
              inner = 1;
#pragma omp taskwait
              done += inner;
              omp_unset_lock (&lock);
            }
          }
        CHECK_EQ (done, 40);
      }
  omp_destroy_lock (&lock);
  return 0;
}
