/* Worksharing loops: schedule (auto). */
#include "loop_gen.h"

int
main (void)
{
  omp_set_dynamic (0);
  LOOP_SUITE (auto)
  return 0;
}
