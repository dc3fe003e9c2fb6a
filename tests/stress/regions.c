// LIMIT: 60
/* Regions of changing sizes, back to back: results right, threads of the process bounded. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  static const int sizes[] = { 2, 5, 1, 8, 3, 16, 2, 2, 7, 4 };
  double end = check_seconds () + check_budget ();
  long rounds = 0;
  int early = 0;
  omp_set_dynamic (0);
  for (; check_seconds () < end; rounds++)
    {
      int n = sizes[rounds % 10], count = 0;
#pragma omp parallel num_threads(n) reduction(+ : count)
      count += omp_get_num_threads () == n;
      CHECK_EQ (count, n);
      if (rounds < 100 && check_threads () > early)
        early = check_threads (); /* the most of the first ten rounds of sizes */
    }
  fprintf (stderr, "%ld regions, %d threads\n", rounds, check_threads ());
  CHECK (rounds < 100 || check_threads () <= early);
  return 0;
}
