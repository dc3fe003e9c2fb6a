/* The OpenMP half of corun: regions, or barriers, without pause for a given time, and how far the
 * Haskell threads came meanwhile. */
#include <omp.h>
#include <stdint.h>
#include <time.h>

enum kind { NOTHING, REGIONS, BARRIERS };

static double
now_s (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

/* Work that no compiler shortens: steps of a generator. */
static uint64_t
steps (uint64_t x, long count)
{
  for (long i = 0; i < count; i++)
    x = x * 6364136223846793005u + 1442695040888963407u;
  return x;
}

static uint64_t
region (int threads, long work)
{
  uint64_t sum = 0;
#pragma omp parallel num_threads(threads) reduction(+ : sum)
  sum += steps ((uint64_t) omp_get_thread_num (), work);
  return sum;
}

/* Regions until the time is over; -1 for a wrong answer. */
static long
regions (int threads, long work, double until)
{
  uint64_t want = 0;
  long done = 0;
  for (int i = 0; i < threads; i++)
    want += steps ((uint64_t) i, work);
  do {
    if (region (threads, work) != want)
      return -1;
    done++;
  } while (now_s () < until);
  return done;
}

/* Barriers in one region until the time is over; -1 when a thread was let through too early. */
static long
barriers (int threads, double until)
{
  static struct {
    _Alignas (128) long round;
  } at[64];
  long done = 0, early = 0;
  int stop = 0;
#pragma omp parallel num_threads(threads) reduction(+ : early)
  {
    int me = omp_get_thread_num (), next = (me + 1) % threads;
    __atomic_store_n (&at[me].round, 0, __ATOMIC_RELAXED);
#pragma omp barrier
    for (long r = 1;; r++) {
      __atomic_store_n (&at[me].round, r, __ATOMIC_RELAXED);
      /* Only looked at after an odd barrier, and written before one. */
      if (me == 0 && r % 2 == 1 && now_s () >= until)
        __atomic_store_n (&stop, 1, __ATOMIC_RELAXED);
#pragma omp barrier
      early += __atomic_load_n (&at[next].round, __ATOMIC_RELAXED) < r;
      if (r % 2 == 1 && __atomic_load_n (&stop, __ATOMIC_RELAXED)) {
        if (me == 0)
          done = r;
        break;
      }
    }
  }
  return early ? -1 : done;
}

static long
run (int kind, int threads, long work, double seconds)
{
  double until = now_s () + seconds;
  if (kind == REGIONS)
    return regions (threads, work, until);
  if (kind == BARRIERS)
    return barriers (threads, until);
  struct timespec pause = { (time_t) seconds, (long) ((seconds - (double) (time_t) seconds) * 1e9) };
  nanosleep (&pause, NULL);
  return 0;
}

static long
sum (const int64_t *count, int n)
{
  long total = 0;
  for (int i = 0; i < n; i++)
    total += __atomic_load_n (&count[i * 16], __ATOMIC_RELAXED);
  return total;
}

/* The kind's operations per second, and the units per second that the n Haskell threads counted
 * (count: one in each 128 bytes), over a window that follows a warm-up.  0, or 1 for a wrong answer. */
int
corun_measure (int kind, int threads, long work, double warm_up, double seconds, const int64_t *count,
               int n, double *operations, double *units)
{
  if (run (kind, threads, work, warm_up) < 0)
    return 1;
  long before = sum (count, n);
  double start = now_s ();
  long done = run (kind, threads, work, seconds);
  double spent = now_s () - start;
  *operations = (double) done / spent;
  *units = (double) (sum (count, n) - before) / spent;
  return done < 0;
}
