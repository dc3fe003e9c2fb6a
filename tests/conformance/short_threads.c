// LIMIT: 60
// REF: skip-libgomp a pool per thread, but it passes on counts only
/* 1000 short-lived threads, sizes 1 to 8: the number of threads of the process stays flat. */
#include <omp.h>
#include <pthread.h>
#include "check.h"

static void *
host (void *arg)
{
  int n = 1 + (int) (intptr_t) arg % 8, count = 0;
#pragma omp parallel num_threads(n) reduction(+ : count)
  count++;
  CHECK_EQ (count, n);
  return NULL;
}

int
main (void)
{
  omp_set_dynamic (0);
  int at[3] = { 0 };
  for (int i = 0; i < 1000; i++)
    {
      pthread_t thread;
      CHECK_EQ (pthread_create (&thread, NULL, host, (void *) (intptr_t) i), 0);
      pthread_join (thread, NULL);
      if (i == 31 || i == 999)
        at[i == 999] = check_threads ();
    }
  fprintf (stderr, "threads after 32: %d, after 1000: %d\n", at[0], at[1]);
  CHECK (at[1] <= at[0] + 2);
  CHECK (at[1] <= 24);
  return 0;
}
