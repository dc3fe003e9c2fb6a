// ENV: OMP_DYNAMIC=false
/* Without OMP_CANCELLATION, cancel does nothing. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  int after = 0, ran = 0, tasks = 0;
  CHECK (!omp_get_cancellation ());
#pragma omp parallel num_threads(4)
  {
#pragma omp cancel parallel
#pragma omp barrier
#pragma omp atomic
    after++;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 1000; i++)
      {
#pragma omp cancel for
#pragma omp cancellation point for
#pragma omp atomic
        ran++;
      }
#pragma omp single
#pragma omp taskgroup
    for (int i = 0; i < 50; i++)
      {
#pragma omp task
        {
#pragma omp cancel taskgroup
#pragma omp atomic
          tasks++;
        }
      }
  }
  CHECK_EQ (after, 4);
  CHECK_EQ (ran, 1000);
  CHECK_EQ (tasks, 50);
  return 0;
}
