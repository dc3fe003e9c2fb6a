/* crossover THREADS [SIZE...]: a dot product of two arrays that stay in the cache, by one parallel loop, or
 * with THREADS 0 by the same loop without OpenMP.  Prints "dot-SIZE THREADS NANOSECONDS" for each size, the time
 * of one product, after it was compared with the exact result.  Below some size a region costs more than
 * it saves: that is the size at which the two lines of numbers cross.
 * A wrong result ends the program with status 1.  Sizes: the powers of two from 256 to 262144 unless given. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LEAST = 256, MOST = 262144, MAX_SIZE = 1 << 24 };
#define TARGET_NS 4e6

static int threads;

static double
now_ns (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

__attribute__ ((noipa)) static double
sequential (long n, const double *x, const double *y)
{
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (long i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

__attribute__ ((noipa)) static double
parallel (long n, const double *x, const double *y)
{
  double sum = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum) num_threads(threads)
  for (long i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

static int
measure (long n, const double *x, const double *y)
{
  double (*dot) (long, const double *, const double *) = threads ? parallel : sequential;
  /* x is 0 1 2 ... 7 over and over and y is 1 2: small whole numbers, so that every order gives the same sum. */
  double expected = 0;
  for (long i = 0; i < n; i++)
    expected += (double) (i % 8) * (i % 2 + 1);
  long reps = 1, wrong = dot (n, x, y) != expected; /* the first call makes the threads */
  double spent;
  for (;;) {
    double start = now_ns ();
    for (long r = 0; r < reps; r++)
      wrong += dot (n, x, y) != expected;
    spent = now_ns () - start;
    if (wrong || spent >= TARGET_NS / 2)
      break;
    long more = spent > 1000 ? (long) (reps * TARGET_NS / spent) : reps * 16;
    reps = more > reps * 16 ? reps * 16 : more > reps ? more : reps + 1;
  }
  if (wrong) {
    fprintf (stderr, "crossover: size %ld with %d threads: wrong sum\n", n, threads);
    return 1;
  }
  printf ("dot-%ld %d %.1f\n", n, threads, spent / reps);
  fflush (stdout);
  return 0;
}

int
main (int argc, char **argv)
{
  threads = argc > 1 ? atoi (argv[1]) : -1;
  int usage = threads < 0;
  long most = MOST;
  for (int i = 2; i < argc; i++) {
    long n = atol (argv[i]);
    usage |= n < 1 || n > MAX_SIZE;
    most = n > most ? n : most;
  }
  if (usage) {
    fprintf (stderr, "usage: crossover THREADS [SIZE...]   (0 threads: without OpenMP; sizes up to %d)\n", MAX_SIZE);
    return 2;
  }
  double *x = malloc (2 * most * sizeof (double)), *y = x + most;
  if (!x) {
    fprintf (stderr, "crossover: out of memory\n");
    return 1;
  }
  for (long i = 0; i < most; i++) {
    x[i] = (double) (i % 8);
    y[i] = (double) (i % 2 + 1);
  }
  int failed = 0;
  if (argc > 2)
    for (int i = 2; i < argc && !failed; i++)
      failed = measure (atol (argv[i]), x, y);
  else
    for (long n = LEAST; n <= MOST && !failed; n *= 2)
      failed = measure (n, x, y);
  free (x);
  return failed;
}
