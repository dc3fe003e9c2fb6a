/* errno of the primary and the rounding mode of the workers are as they were. */
#include <errno.h>
#include <fenv.h>
#include <omp.h>
#include "check.h"

int
main (void)
{
  int wrong = 0;
  omp_set_dynamic (0);
  errno = 77;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
  {
    wrong += fegetround () != FE_TONEAREST;
    if (omp_get_thread_num ())
      errno = 5;
  }
  CHECK_EQ (wrong, 0);
  CHECK_EQ (errno, 77);
  return 0;
}
