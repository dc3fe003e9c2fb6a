// ENV: OMP_NUM_THREADS=3 OMP_SCHEDULE=nonmonotonic:guided,9 OMP_MAX_ACTIVE_LEVELS=4 OMP_CANCELLATION=true OMP_THREAD_LIMIT=50 OMP_MAX_TASK_PRIORITY=7 OMP_DYNAMIC=true OMP_NUM_TEAMS=5 OMP_TEAMS_THREAD_LIMIT=6 OMP_STACKSIZE=3M OMP_WAIT_POLICY=passive
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_sched_t kind;
  int chunk;
  CHECK_EQ (omp_get_max_threads (), 3);
  omp_get_schedule (&kind, &chunk);
  CHECK_EQ (kind & ~omp_sched_monotonic, omp_sched_guided);
  CHECK_EQ (chunk, 9);
  CHECK_EQ (omp_get_max_active_levels (), 4);
  CHECK (omp_get_cancellation ());
  CHECK_EQ (omp_get_thread_limit (), 50);
  CHECK_EQ (omp_get_max_task_priority (), 7);
  CHECK (omp_get_dynamic ());
  CHECK_EQ (omp_get_max_teams (), 5);
  CHECK_EQ (omp_get_teams_thread_limit (), 6);
  int n = 0;
#pragma omp parallel num_threads(64)
#pragma omp single
  n = omp_get_num_threads ();
  CHECK (n >= 1 && n <= 50);
  return 0;
}
