// ENV: OMP_THREAD_LIMIT=4 OMP_DYNAMIC=false
#include <omp.h>
#include "check.h"

int
main (void)
{
  CHECK_EQ (omp_get_thread_limit (), 4);
  int n = 0;
#pragma omp parallel num_threads(16)
#pragma omp atomic
  n++;
  CHECK (n >= 1 && n <= 4);
  CHECK_EQ (n, 4);
  /* at most 4 at once, nested too */
  omp_set_max_active_levels (2);
  int now = 0, most = 0;
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(4)
  {
    int mine;
#pragma omp atomic capture
    mine = ++now;
#pragma omp critical
    if (mine > most)
      most = mine;
#pragma omp barrier
#pragma omp atomic
    now--;
  }
  CHECK (most <= 4);
  return 0;
}
