/* Worksharing loops: schedule (runtime), with each kind set by routine. */
#include "loop_gen.h"

static void
suite (void)
{
  LOOP_SUITE (runtime)
}

int
main (void)
{
  static const omp_sched_t kinds[]
    = { omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto,
        (omp_sched_t) (omp_sched_dynamic | omp_sched_monotonic) };
  omp_set_dynamic (0);
  for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
    for (int chunk = 0; chunk < 6; chunk += 5)
      {
        omp_sched_t kind;
        int got;
        omp_set_schedule (kinds[k], chunk);
        omp_get_schedule (&kind, &got);
        CHECK_EQ (kind & ~omp_sched_monotonic, kinds[k] & ~omp_sched_monotonic);
        if (chunk && kinds[k] != omp_sched_auto)
          CHECK_EQ (got, chunk);
        suite ();
      }
  return 0;
}
