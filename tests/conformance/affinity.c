// ENV: OMP_PROC_BIND=close OMP_PLACES={0},{1} OMP_NUM_THREADS=2
/* Places and binding; needs the processors 0 and 1. */
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include "check.h"

int
main (void)
{
  int ids[2] = { -1, -1 }, places[8] = { -1, -1 }, wrong = 0;
  if (omp_get_num_places () != 2)
    SKIP ("processors 0 and 1 are not both there");
  CHECK_EQ (omp_get_proc_bind (), omp_proc_bind_close);
  CHECK_EQ (omp_get_place_num_procs (0), 1);
  omp_get_place_proc_ids (1, ids);
  CHECK_EQ (ids[0], 1);
  CHECK_EQ (omp_get_place_num_procs (-1), 0);
  CHECK_EQ (omp_get_place_num_procs (9), 0);
  for (int round = 0; round < 20; round++)
    {
#pragma omp parallel num_threads(2) reduction(+ : wrong)
      {
        cpu_set_t set;
        int me = omp_get_thread_num ();
        sched_getaffinity (0, sizeof set, &set);
        places[me] = omp_get_place_num ();
        wrong += CPU_COUNT (&set) != 1 || !CPU_ISSET (places[me], &set);
      }
      CHECK_EQ (wrong, 0);
      CHECK (places[0] != places[1]);
    }
#pragma omp parallel num_threads(2) proc_bind(spread) reduction(+ : wrong)
  {
    wrong += omp_get_partition_num_places () != 1;
    int part;
    omp_get_partition_place_nums (&part);
    wrong += part != omp_get_place_num ();
  }
  CHECK_EQ (wrong, 0);
#pragma omp parallel num_threads(2) proc_bind(primary)
  places[omp_get_thread_num ()] = omp_get_place_num ();
  CHECK_EQ (places[0], places[1]);
#pragma omp parallel num_threads(4) proc_bind(close) reduction(+ : wrong)
  {
    wrong += omp_get_place_num () < 0 || omp_get_place_num () > 1;
    places[omp_get_thread_num ()] = omp_get_place_num ();
  }
  CHECK_EQ (wrong, 0);
  CHECK_EQ (places[0], places[1]);
  CHECK_EQ (places[2], places[3]);
  CHECK (places[0] != places[2]);
  return 0;
}
