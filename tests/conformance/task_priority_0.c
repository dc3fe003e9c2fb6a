// ENV: OMP_MAX_TASK_PRIORITY=0
/* priority with a maximum of 0: only a hint, every task ends. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_set_dynamic (0);
  CHECK_EQ (omp_get_max_task_priority (), 0);
  for (int round = 0; round < 300; round++)
    {
      int n = round % 16 + 1, done = 0;
#pragma omp parallel num_threads(n)
      {
#pragma omp task shared(done) priority(42)
        {
#pragma omp task shared(done) priority(round)
          {
#pragma omp atomic
            done++;
          }
        }
#pragma omp single nowait
#pragma omp taskloop priority(7) grainsize(1)
        for (int i = 0; i < 20; i++)
          {
#pragma omp atomic
            done++;
          }
      }
      CHECK_EQ (done, n + 20);
    }
  return 0;
}
