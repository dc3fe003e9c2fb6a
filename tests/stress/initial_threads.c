// LIMIT: 120
// REF: skip-libgomp a pool per thread
/* Many initial threads: thousands one after another, each with a region, then 64 at once.  Sums are
 * right, memory and the number of threads stay flat. */
#include <omp.h>
#include <pthread.h>
#include "check.h"

static int times = 1;

static void *
host (void *arg)
{
  int n = 1 + (int) (intptr_t) arg % 5;
  for (int r = 0; r < times; r++)
    {
      int sum = 0;
#pragma omp parallel for num_threads(n) reduction(+ : sum)
      for (int i = 1; i <= 50; i++)
        sum += i;
      CHECK_EQ (sum, 1275);
    }
  return NULL;
}

static long
resident_kb (void)
{
  long pages = 0, size;
  FILE *file = fopen ("/proc/self/statm", "r");
  CHECK (file != NULL && fscanf (file, "%ld %ld", &size, &pages) == 2);
  fclose (file);
  return pages * (sysconf (_SC_PAGESIZE) / 1024);
}

int
main (void)
{
  enum { AT_ONCE = 64 };
  int total = check_budget () >= 10 ? 10000 : 3000, threads = 0, done = 0;
  long memory = 0;
  double end = check_seconds () + 40;
  omp_set_dynamic (0);
  for (; done < total && check_seconds () < end; done++)
    {
      pthread_t thread;
      CHECK_EQ (pthread_create (&thread, NULL, host, (void *) (intptr_t) done), 0);
      pthread_join (thread, NULL);
      if (done == 300)
        {
          memory = resident_kb ();
          threads = check_threads ();
        }
    }
  fprintf (stderr, "%d in turn: %ld kB, then %ld; %d threads, then %d\n", done, memory, resident_kb (), threads,
           check_threads ());
  CHECK (done > 300);
  CHECK (resident_kb () <= memory + 2048); /* one record and stack kept for each would be far more */
  CHECK (check_threads () <= threads);
  times = 50;
  memory = 0;
  for (int round = 0; round < 6; round++)
    {
      pthread_t many[AT_ONCE];
      for (int i = 0; i < AT_ONCE; i++)
        CHECK_EQ (pthread_create (&many[i], NULL, host, (void *) (intptr_t) i), 0);
      for (int i = 0; i < AT_ONCE; i++)
        pthread_join (many[i], NULL);
      if (round == 1)
        {
          memory = resident_kb ();
          threads = check_threads ();
        }
    }
  fprintf (stderr, "%d at once: %ld kB, then %ld; %d threads, then %d\n", AT_ONCE, memory, resident_kb (), threads,
           check_threads ());
  /* teams have 4 further threads at most, and no more teams exist than callers */
  CHECK (check_threads () <= 4 * AT_ONCE + 8);
  CHECK (resident_kb () <= memory + 16384);
  return 0;
}
