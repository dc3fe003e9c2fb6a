/* omp_pause_resource_all gives the workers back; the next region works. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_set_dynamic (0);
  for (int round = 0; round < 10; round++)
    {
      int n = 0;
#pragma omp parallel num_threads(5) reduction(+ : n)
      n++;
      CHECK_EQ (n, 5);
      CHECK_EQ (omp_pause_resource_all (round % 2 ? omp_pause_soft : omp_pause_hard), 0);
    }
#pragma omp parallel num_threads(2)
  CHECK (omp_pause_resource_all (omp_pause_soft) != 0);
  CHECK_EQ (omp_pause_resource (omp_pause_soft, omp_get_initial_device ()), 0);
  return 0;
}
