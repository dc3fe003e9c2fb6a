/* num_threads above the number of cores, if (0), OMP_NUM_THREADS by routine; each number once. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_set_dynamic (0);
  static const int sizes[] = { 1, 2, 3, 4, 7, 8, 9, 16, 17, 33, 64, 65, 2, 1, 64, 5 };
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
    {
      int n = sizes[s], seen[65] = { 0 }, wrong = 0;
#pragma omp parallel num_threads(n) reduction(+ : wrong)
      {
        int me = omp_get_thread_num ();
        if (omp_get_num_threads () != n || me < 0 || me >= n)
          wrong++;
        else
          {
#pragma omp atomic
            seen[me]++;
          }
        if (omp_in_parallel () != (n > 1) || omp_get_level () != 1 || omp_get_active_level () != (n > 1))
          wrong++;
#pragma omp barrier
        for (int i = 0; i < n; i++)
          if (seen[i] != 1)
            wrong++;
      }
      CHECK_EQ (wrong, 0);
      CHECK_EQ (omp_in_parallel (), 0);
      CHECK_EQ (omp_get_level (), 0);
      CHECK_EQ (omp_get_num_threads (), 1);
    }
  int n = -1;
#pragma omp parallel if (0) num_threads(8)
  n = omp_get_num_threads ();
  CHECK_EQ (n, 1);
  omp_set_num_threads (5);
  CHECK_EQ (omp_get_max_threads (), 5);
#pragma omp parallel
#pragma omp single
  n = omp_get_num_threads ();
  CHECK_EQ (n, 5);
  return 0;
}
