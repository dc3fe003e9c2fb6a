/* For HsTimeout: takes ten seconds unless it is cancelled. */
#include <omp.h>
#include <time.h>

void demo_long_kernel (long *count);

/* Never set: a loop with a cancel construct has cancellation points. */
static int failed;

void
demo_long_kernel (long *count)
{
  struct timespec millisecond = { 0, 1000000 };
#pragma omp parallel
#pragma omp for schedule(dynamic, 1)
  for (long i = 0; i < 10000L * omp_get_num_threads (); i++)
    {
#pragma omp cancel for if (failed)
      nanosleep (&millisecond, 0);
#pragma omp atomic
      ++*count;
    }
}
