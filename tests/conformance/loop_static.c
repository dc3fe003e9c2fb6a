/* Worksharing loops: schedule (static). */
#define KIND static
#include "loop_gen.h"

int
main (void)
{
  omp_set_dynamic (0);
  LOOP_SUITE (KIND)
  return 0;
}
