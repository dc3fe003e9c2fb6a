/* Nested regions are real: three levels, ancestors, team sizes, master of a nested team. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_set_dynamic (0);
  omp_set_max_active_levels (3);
  CHECK_EQ (omp_get_max_active_levels (), 3);
  for (int round = 0; round < 20; round++)
    {
      int count = 0, wrong = 0;
#pragma omp parallel num_threads(3) reduction(+ : count, wrong)
      {
        int a = omp_get_thread_num ();
#pragma omp parallel num_threads(2) reduction(+ : count, wrong)
        {
          int b = omp_get_thread_num ();
#pragma omp parallel num_threads(4) reduction(+ : count, wrong)
          {
            int c = omp_get_thread_num ();
            count++;
            wrong += omp_get_num_threads () != 4 || omp_get_level () != 3 || omp_get_active_level () != 3;
            wrong += omp_get_ancestor_thread_num (0) != 0 || omp_get_ancestor_thread_num (1) != a
                     || omp_get_ancestor_thread_num (2) != b || omp_get_ancestor_thread_num (3) != c
                     || omp_get_ancestor_thread_num (4) != -1 || omp_get_ancestor_thread_num (-1) != -1;
            wrong += omp_get_team_size (0) != 1 || omp_get_team_size (1) != 3 || omp_get_team_size (2) != 2
                     || omp_get_team_size (3) != 4 || omp_get_team_size (4) != -1;
            int inner = 0;
#pragma omp parallel num_threads(4) reduction(+ : inner) /* beyond max-active-levels: one thread */
            {
              inner++;
              wrong += omp_get_num_threads () != 1 || omp_get_level () != 4 || omp_get_active_level () != 3;
            }
            wrong += inner != 1;
#pragma omp barrier
          }
          wrong += omp_get_num_threads () != 2 || omp_get_level () != 2 || omp_get_thread_num () != b;
        }
        wrong += omp_get_num_threads () != 3 || omp_get_level () != 1 || omp_get_thread_num () != a;
      }
      CHECK_EQ (wrong, 0);
      CHECK_EQ (count, 24);
    }
  omp_set_max_active_levels (1);
  int n = 0;
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
#pragma omp atomic
  n++;
  CHECK_EQ (n, 2);
  return 0;
}
