/* The OpenMP half of HsCoRun: small regions without pause, and how far the Haskell threads came
 * meanwhile. */
#define _GNU_SOURCE
#include <stdint.h>
#include <time.h>
#include <omp.h>

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

static long
sum (const int64_t *count, int n)
{
  long total = 0;
  for (int i = 0; i < n; i++)
    total += __atomic_load_n (&count[i * 16], __ATOMIC_RELAXED);
  return total;
}

/* About 20 microseconds of work in each of two threads: steps of a generator, from the thread's
 * number. */
static uint64_t
steps (uint64_t x)
{
  for (int i = 0; i < 16000; i++)
    x = x * 6364136223846793005u + 1442695040888963407u;
  return x;
}

/* Opens regions for that many seconds, or only waits when regions is 0.  Gives regions per second, and
 * what the n counters (one in each 128 bytes) gained per second.  Returns how many regions had a
 * wrong result. */
int
corun_window (int regions, double seconds, const int64_t *count, int n, double *opened, double *gained)
{
  uint64_t want = steps (0) + steps (1);
  int wrong = 0;
  long done = 0, before = sum (count, n);
  double start = now ();
  if (regions)
    do {
      uint64_t got = 0;
#pragma omp parallel num_threads(2) reduction(+ : got)
      got += steps ((uint64_t) omp_get_thread_num ());
      wrong += got != want;
      done++;
    } while (now () - start < seconds);
  else {
    struct timespec pause = { 0, (long) (seconds * 1e9) };
    nanosleep (&pause, NULL);
  }
  double spent = now () - start;
  *opened = (double) done / spent;
  *gained = (double) (sum (count, n) - before) / spent;
  return wrong;
}
