/* Worksharing loops: schedule (guided). */
#define KIND guided
#include "loop_gen.h"

int
main (void)
{
  omp_set_dynamic (0);
  LOOP_SUITE (KIND)
  return 0;
}
