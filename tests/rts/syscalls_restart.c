/* System calls of the host are not interrupted after a region has run. */
#include <errno.h>
#include <omp.h>
#include "check.h"

int
main (void)
{
  int n = 0;
#pragma omp parallel num_threads(3) reduction(+ : n)
  n++;
  CHECK_EQ (n, 3);
  struct timespec pause = { 0, 300000000 };
  for (int i = 0; i < 3; i++)
    CHECK (nanosleep (&pause, NULL) == 0);
  return 0;
}
