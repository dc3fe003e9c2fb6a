// ENV: OMP_CANCELLATION=true OMP_DYNAMIC=false
/* cancel parallel while tasks wait: the region ends, those not started are dropped. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  for (int round = 0; round < 50; round++)
    {
      int ran = 0;
#pragma omp parallel num_threads(4)
      {
#pragma omp single nowait
        for (int i = 0; i < 200; i++)
          {
#pragma omp task
            {
#pragma omp atomic
              ran++;
            }
          }
        if (omp_get_thread_num () == 1)
          {
#pragma omp cancel parallel
          }
#pragma omp cancellation point parallel
      }
      CHECK (ran <= 200);
    }
  int n = 0;
#pragma omp parallel num_threads(4) reduction(+ : n)
  n++;
  CHECK_EQ (n, 4);
  return 0;
}
