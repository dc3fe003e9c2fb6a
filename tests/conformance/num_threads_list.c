// ENV: OMP_NUM_THREADS=3,2,4 OMP_MAX_ACTIVE_LEVELS=3 OMP_DYNAMIC=false
#include <omp.h>
#include "check.h"

int
main (void)
{
  int count = 0, wrong = 0;
  CHECK_EQ (omp_get_max_threads (), 3);
#pragma omp parallel reduction(+ : count, wrong)
  {
    wrong += omp_get_num_threads () != 3 || omp_get_max_threads () != 2;
#pragma omp parallel reduction(+ : count, wrong)
    {
      wrong += omp_get_num_threads () != 2 || omp_get_max_threads () != 4;
#pragma omp parallel reduction(+ : count, wrong)
      {
        wrong += omp_get_num_threads () != 4;
        count++;
      }
    }
  }
  CHECK_EQ (wrong, 0);
  CHECK_EQ (count, 24);
  return 0;
}
