// ENV: OMP_SCHEDULE=dynamic,7 OMP_DYNAMIC=false
#include "loop_gen.h"

int
main (void)
{
  omp_sched_t kind;
  int chunk;
  omp_get_schedule (&kind, &chunk);
  CHECK_EQ (kind & ~omp_sched_monotonic, omp_sched_dynamic);
  CHECK_EQ (chunk, 7);
  LOOP_SUITE (runtime)
  return 0;
}
