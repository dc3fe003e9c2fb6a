/* Worksharing loops: schedule (dynamic, 64). */
#define KIND dynamic, 64
#include "loop_gen.h"

int
main (void)
{
  omp_set_dynamic (0);
  LOOP_SUITE (KIND)
  return 0;
}
