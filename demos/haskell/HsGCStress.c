/* The OpenMP half of HsGCStress. */
#include <omp.h>

static inline unsigned
step (unsigned x)
{
  return x * 1103515245u + 12345u;
}

static unsigned volatile sink;

/* A region in which each thread takes so many steps; returns the seconds that it took. */
double
gcstress_region (int threads, long steps)
{
  double start = omp_get_wtime ();
  unsigned sum = 0;

#pragma omp parallel reduction(+ : sum) num_threads(threads)
  {
    unsigned x = (unsigned) omp_get_thread_num ();
    for (long i = 0; i < steps; i++)
      x = step (x);
    sum += x;
  }
  sink = sum;
  return omp_get_wtime () - start;
}

/* One counter for each thread, a cache line each. Written by its thread; relaxed, a sample is all
 * that the reader wants. */
enum { MOST = 256 };
static struct { _Alignas (64) long count; } counters[MOST];
static int stopped;

void
gcstress_count (int threads)
{
#pragma omp parallel num_threads(threads < MOST ? threads : MOST)
  {
    long *mine = &counters[omp_get_thread_num ()].count;
    while (!__atomic_load_n (&stopped, __ATOMIC_RELAXED))
      __atomic_store_n (mine, *mine + 1, __ATOMIC_RELAXED);
  }
}

void
gcstress_read (int threads, long *into)
{
  for (int i = 0; i < threads && i < MOST; i++)
    into[i] = __atomic_load_n (&counters[i].count, __ATOMIC_RELAXED);
}

void
gcstress_stop (void)
{
  __atomic_store_n (&stopped, 1, __ATOMIC_RELAXED);
}
