/* traced [REGIONS]: microseconds that a region takes whose threads work for about 20 microseconds; the median of some
 * batches.  bench/trace runs it with a timeline and without. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { BATCHES = 15 };
static volatile double sink = 1;

static double
work (long turns)
{
  double x = sink;
  for (long i = 0; i < turns; i++)
    x = x * 0.999999 + 1e-6;
  return x;
}

static int
ascending (const void *a, const void *b)
{
  return *(const double *) a < *(const double *) b ? -1 : 1;
}

int
main (int argc, char **argv)
{
  int regions = argc > 1 ? atoi (argv[1]) : 1000;
  double took[BATCHES], least = 1e9;
  for (int i = 0; i < 20; i++) /* turns that take 20 us here */
    {
      double start = omp_get_wtime ();
      sink = work (100000);
      double t = omp_get_wtime () - start;
      least = t < least ? t : least;
    }
  long turns = (long) (100000 * 20e-6 / least);
  for (int batch = -1; batch < BATCHES; batch++)
    {
      double start = omp_get_wtime ();
      for (int r = 0; r < regions; r++)
        {
#pragma omp parallel
          sink = work (turns);
        }
      if (batch >= 0)
        took[batch] = (omp_get_wtime () - start) / regions * 1e6;
    }
  qsort (took, BATCHES, sizeof *took, ascending);
  printf ("%.3f\n", took[BATCHES / 2]);
  return 0;
}
