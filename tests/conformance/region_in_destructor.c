/* Regions in a constructor, before main, and in an atexit function and a destructor. */
#include <omp.h>
#include "check.h"

static int
count (void)
{
  int n = 0;
#pragma omp parallel num_threads(3) reduction(+ : n)
  n++;
  return n;
}

static __attribute__ ((constructor)) void
early (void)
{
  omp_set_dynamic (0);
  CHECK_EQ (count (), 3);
}

static __attribute__ ((destructor)) void
late (void)
{
  CHECK_EQ (count (), 3);
}

static void
at_exit (void)
{
  CHECK_EQ (count (), 3);
}

int
main (void)
{
  atexit (at_exit);
  CHECK_EQ (count (), 3);
  return 0;
}
