/* Combined constructs with masked, taskloop, sections and single; parallel inside tasks. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_set_dynamic (0);
  omp_set_max_active_levels (3);
  for (int n = 1; n <= 7; n += 3)
    {
      int hit[200] = { 0 }, sum = 0, count = 0;
#pragma omp parallel masked taskloop num_threads(n) grainsize(9) shared(hit)
      for (int i = 0; i < 200; i++)
        hit[i]++;
#pragma omp parallel master taskloop simd num_threads(n) shared(hit)
      for (int i = 0; i < 200; i++)
        hit[i]++;
      for (int i = 0; i < 200; i++)
        CHECK_EQ (hit[i], 2);
#pragma omp parallel masked num_threads(n) reduction(+ : sum)
      sum++;
      CHECK_EQ (sum, 1);
#pragma omp parallel num_threads(n)
#pragma omp single
      for (int i = 0; i < 6; i++)
        {
#pragma omp task shared(count)
          {
#pragma omp parallel num_threads(2)
            {
#pragma omp atomic
              count++;
#pragma omp barrier
#pragma omp for schedule(dynamic)
              for (int k = 0; k < 5; k++)
                {
#pragma omp atomic
                  count++;
                }
            }
          }
        }
      CHECK_EQ (count, 42);
    }
  return 0;
}
