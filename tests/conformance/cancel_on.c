// ENV: OMP_CANCELLATION=true OMP_DYNAMIC=false
/* cancel of parallel, for, sections and taskgroup. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  CHECK (omp_get_cancellation ());
  for (int n = 1; n <= 8; n += 3)
    for (int round = 0; round < 20; round++)
      {
        int after = 0, before = 0, ran = 0;
#pragma omp parallel num_threads(n)
        {
#pragma omp atomic
          before++;
#pragma omp barrier
          if (omp_get_thread_num () == n - 1)
            {
#pragma omp cancel parallel
#pragma omp atomic
              after++;
            }
          /* a barrier is a cancellation point */
#pragma omp barrier
#pragma omp atomic
          after++;
        }
        CHECK_EQ (before, n);
        CHECK_EQ (after, 0);

#pragma omp parallel num_threads(n)
        {
#pragma omp for schedule(dynamic)
          for (int i = 0; i < 100000; i++)
            {
#pragma omp atomic
              ran++;
              if (i == 20)
                {
#pragma omp cancel for
                }
#pragma omp cancellation point for
            }
#pragma omp atomic
          after++;
        }
        CHECK (ran > 0 && ran < 100000); /* chunks may come in any order */
        CHECK_EQ (after, n); /* only the loop was cancelled */

        int second = 0;
#pragma omp parallel num_threads(n)
        {
#pragma omp for schedule(static)
          for (int i = 0; i < 1000; i++)
            {
              if (i == 0)
                {
#pragma omp cancel for
                }
#pragma omp cancellation point for
            }
#pragma omp for schedule(dynamic)
          for (int i = 0; i < 100; i++)
            {
#pragma omp atomic
              second++;
            }
        }
        CHECK_EQ (second, 100);

        int done = 0;
#pragma omp parallel num_threads(n)
        {
#pragma omp sections
          {
#pragma omp section
            {
#pragma omp cancel sections
              done = 100;
            }
#pragma omp section
            {
#pragma omp cancellation point sections
#pragma omp atomic
              done++;
            }
          }
#pragma omp barrier
        }
        CHECK (done <= 1);

        int tasks = 0, outside = 0;
#pragma omp parallel num_threads(n)
#pragma omp single
        {
#pragma omp task shared(outside)
          {
#pragma omp atomic
            outside++;
          }
#pragma omp taskgroup
          {
            for (int i = 0; i < 200; i++)
              {
#pragma omp task shared(tasks) firstprivate(i)
                {
#pragma omp cancellation point taskgroup
                  if (i == 10)
                    {
#pragma omp cancel taskgroup
                    }
#pragma omp atomic
                  tasks++;
                }
              }
          }
        }
        CHECK (tasks < 200);
        CHECK_EQ (outside, 1);
        /* a condition that is false cancels nothing */
        after = 0;
#pragma omp parallel num_threads(n)
        {
#pragma omp cancel parallel if (0)
#pragma omp atomic
          after++;
        }
        CHECK_EQ (after, n);
      }
  return 0;
}
