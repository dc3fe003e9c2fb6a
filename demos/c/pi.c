/* A plain OpenMP program: it knows nothing of ghc-openmp, except that its last lines ask which
 * runtime served it.  Usage: pi [ghcomp|libgomp], the runtime that the caller expects.
 *
 * Lines that start with "answer" depend on the mathematics only, so they are the same on every
 * runtime and for every number of threads. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "provenance.h"

static long long regions; /* parallel regions of more than one thread run so far */

/* A loop with a reduction. */
static double
pi_by_integration (int threads, long steps)
{
  double sum = 0.0, width = 1.0 / (double) steps;

#pragma omp parallel for reduction(+ : sum) num_threads(threads)
  for (long i = 0; i < steps; i++)
    {
      double x = ((double) i + 0.5) * width;
      sum += 4.0 / (1.0 + x * x);
    }
  regions += threads > 1;
  return sum * width;
}

/* A loop whose iterations differ much in cost. */
static long
count_primes (int threads, long limit)
{
  long primes = 0;

#pragma omp parallel for schedule(dynamic, 1000) reduction(+ : primes) num_threads(threads)
  for (long n = 2; n < limit; n++)
    {
      long d = 2;
      while (d * d <= n && n % d != 0)
        d++;
      if (d * d > n)
        primes++;
    }
  regions += threads > 1;
  return primes;
}

/* Tasks that make tasks. */
static long
fibonacci (int n)
{
  long a, b;

  if (n < 2)
    return n;
#pragma omp task shared(a) if (n > 12)
  a = fibonacci (n - 1);
  b = fibonacci (n - 2);
#pragma omp taskwait
  return a + b;
}

static long
fibonacci_by_tasks (int threads, int n)
{
  long result = -1;

#pragma omp parallel num_threads(threads)
#pragma omp single
  result = fibonacci (n);
  regions += threads > 1;
  return result;
}

static int
check (const char *name, int right)
{
  if (!right)
    printf ("  WRONG: %s\n", name);
  return !right;
}

int
main (int argc, char **argv)
{
  const char *expected = argc > 1 ? argv[1] : "";
  int failures = 0;

  for (int threads = 1; threads <= 4; threads *= 2)
    {
      double start = omp_get_wtime (), pi, seconds;
      long primes, fib;

      pi = pi_by_integration (threads, 40000000);
      primes = count_primes (threads, 400000);
      fib = fibonacci_by_tasks (threads, 24);
      seconds = omp_get_wtime () - start;
      printf ("  %d thread%s %.3f s\n", threads, threads == 1 ? " " : "s", seconds);
      printf ("answer pi %.9f, primes below 400000: %ld, fibonacci(24): %ld\n", pi, primes, fib);
      failures += check ("pi", fabs (pi - 3.14159265358979) < 1e-9);
      failures += check ("primes", primes == 33860);
      failures += check ("fibonacci", fib == 46368);
    }
  failures += demo_report (expected, regions);
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
