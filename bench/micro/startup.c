/* startup THREADS: a program with one parallel region, or none for 0, which checks its sum.
 * bench/micro/launch.c times it from outside. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  int threads = argc > 1 ? atoi (argv[1]) : 0, size = 0, sum = 0;
  if (threads == 0)
    return omp_in_parallel (); /* linked with the runtime, and calls it */
#pragma omp parallel num_threads(threads) reduction(+ : sum)
  {
    sum += omp_get_thread_num () + 1;
#pragma omp master
    size = omp_get_num_threads ();
  }
  if (size != threads || sum != threads * (threads + 1) / 2) {
    fprintf (stderr, "startup: %d threads, sum %d\n", size, sum);
    return 1;
  }
  return 0;
}
