/* A C program that starts GHC's RTS, stops it, and goes on using OpenMP. */
#include <HsFFI.h>
#include <stdio.h>

#include "kernels.h"

extern long haskellSum (int threads, long n);

static int
wrong (const char *what)
{
  printf ("wrong: %s\n", what);
  return 1;
}

int
main (int argc, char **argv)
{
  int failures = 0;

  /* With an argument the first region comes before the RTS. */
  if (argc > 1 && kernel_sum (4, 1000) != 499500)
    failures += wrong ("a region before hs_init");
  hs_init (&argc, &argv);
  for (long n = 1; n < 200; n++)
    if (haskellSum (4, n) != n * (n - 1) / 2 || kernel_sum (3, n) != n * (n - 1) / 2)
      failures += wrong ("a region while the RTS runs");
  hs_exit ();
  for (long n = 1; n < 200; n++)
    if (kernel_sum ((int) (n % 6) + 1, n) != n * (n - 1) / 2)
      failures += wrong ("a region after hs_exit");
  if (kernel_team (4) != 4 || kernel_sum (0, 1000) != 499500)
    failures += wrong ("a team after hs_exit");
  return failures == 0 ? 0 : 1;
}
