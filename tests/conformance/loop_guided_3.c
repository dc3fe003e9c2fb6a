/* Worksharing loops: schedule (guided, 3). */
#define KIND guided, 3
#include "loop_gen.h"

int
main (void)
{
  omp_set_dynamic (0);
  LOOP_SUITE (KIND)
  return 0;
}
