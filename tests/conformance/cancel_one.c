// ENV: OMP_CANCELLATION=true OMP_DYNAMIC=false
/* A cancelled construct does not cancel the next one, whatever the size of the team. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  for (int n = 1; n <= 6; n++)
    for (int round = 0; round < 30; round++)
      {
        int a = 0, b = 0, c = 0, d = 0;
#pragma omp parallel num_threads(n)
        {
#pragma omp for schedule(static)
          for (int i = 0; i < 100; i++)
            {
#pragma omp cancel for if (i == 5)
            }
#pragma omp for schedule(dynamic, 3)
          for (int i = 0; i < 100; i++)
            {
#pragma omp atomic
              a++;
            }
#pragma omp for schedule(dynamic, 3)
          for (int i = 0; i < 100; i++)
            {
#pragma omp cancel for if (i == 5)
            }
#pragma omp sections
          {
#pragma omp section
            {
#pragma omp atomic
              b++;
            }
#pragma omp section
            {
#pragma omp atomic
              b++;
            }
          }
#pragma omp sections
          {
#pragma omp section
            {
#pragma omp cancel sections
            }
#pragma omp section
            {
#pragma omp cancellation point sections
            }
          }
#pragma omp for schedule(static)
          for (int i = 0; i < 100; i++)
            {
#pragma omp cancellation point for
#pragma omp atomic
              c++;
            }
          /* a region inside is not cancelled by the one around it, nor by its loops */
#pragma omp single
          {
#pragma omp taskgroup
            {
#pragma omp task
              {
#pragma omp cancel taskgroup
              }
            }
#pragma omp taskgroup
            {
#pragma omp task shared(d)
              d = 1;
            }
          }
        }
        CHECK_EQ (a, 100);
        CHECK_EQ (b, 2);
        CHECK_EQ (c, 100);
        CHECK_EQ (d, 1);
      }
  return 0;
}
