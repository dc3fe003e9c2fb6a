/* traced: turns of a loop that take 20 microseconds.
 * traced TURNS: microseconds that a region takes each of whose threads does so many turns, in the quickest of some
 * batches.  bench/trace runs it with a timeline and without. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { BATCHES = 1500, REGIONS = 20 };
static volatile double sink = 1;

static double
work (long turns)
{
  double x = sink;
  for (long i = 0; i < turns; i++)
    x = x * 0.999999 + 1e-6;
  return x;
}

int
main (int argc, char **argv)
{
  double took = 1e9;
  long turns = argc > 1 ? atol (argv[1]) : 5000;
  for (int i = 0; i < 1000 && argc == 1; i++)
    {
      double start = omp_get_wtime ();
      sink = work (turns);
      double t = omp_get_wtime () - start;
      took = t < took ? t : took;
    }
  if (argc == 1)
    {
      printf ("%ld\n", (long) (turns * 20e-6 / took));
      return 0;
    }
  for (int batch = -1; batch < BATCHES; batch++)
    {
      double start = omp_get_wtime ();
      for (int r = 0; r < REGIONS; r++)
        {
#pragma omp parallel
          sink = work (turns);
        }
      double t = (omp_get_wtime () - start) / REGIONS * 1e6;
      took = batch >= 0 && t < took ? t : took;
    }
  printf ("%.3f\n", took);
  return 0;
}
