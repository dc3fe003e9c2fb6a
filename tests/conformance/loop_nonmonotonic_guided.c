/* Worksharing loops: schedule (nonmonotonic: guided, 2). */
#define KIND nonmonotonic : guided, 2
#include "loop_gen.h"

int
main (void)
{
  omp_set_dynamic (0);
  LOOP_SUITE (KIND)
  return 0;
}
