/* teams and distribute on the host. */
#include <omp.h>
#include "check.h"

__attribute__ ((noinline)) static int
look (void)
{
  return (omp_get_thread_limit () > 3) + (omp_in_parallel () != 0);
}

int
main (void)
{
  omp_set_dynamic (0);
  int seen[4] = { 0 }, hit[1000] = { 0 }, count = 0, wrong = 0;
#pragma omp teams num_teams(4) thread_limit(3) reduction(+ : count, wrong)
  {
    wrong += omp_get_num_teams () < 1 || omp_get_num_teams () > 4 || omp_get_team_num () >= omp_get_num_teams ();
    wrong += look ();
    __atomic_fetch_add (&seen[omp_get_team_num ()], 1, __ATOMIC_RELAXED);
#pragma omp parallel num_threads(2) reduction(+ : count)
    count++;
  }
  CHECK_EQ (wrong, 0);
  CHECK_EQ (seen[0], 1);
  CHECK (count >= 1 && count <= 8);
#pragma omp teams distribute parallel for num_teams(3) thread_limit(2) dist_schedule(static, 10)
  for (int i = 0; i < 1000; i++)
    {
#pragma omp atomic
      hit[i]++;
    }
  for (int i = 0; i < 1000; i++)
    CHECK_EQ (hit[i], 1);
  long sum = 0;
#pragma omp teams distribute num_teams(5) reduction(+ : sum)
  for (int i = 0; i < 1000; i++)
    sum += i;
  CHECK_EQ (sum, 499500);
  CHECK_EQ (omp_get_num_teams (), 1);
  CHECK_EQ (omp_get_team_num (), 0);
  return 0;
}
