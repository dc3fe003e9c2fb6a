/* Worksharing constructs outside of any region, many in a row, also on a pthread. */
#include <omp.h>
#include <pthread.h>
#include "check.h"

static void *
orphans (void *arg)
{
  for (int k = 0; k < 50; k++)
    {
      int hits = 0, sum = 0;
#pragma omp for schedule(dynamic, 3)
      for (int i = 0; i < 10; i++)
        hits++;
#pragma omp for ordered schedule(guided)
      for (int i = 0; i < 10; i++)
        {
#pragma omp ordered
          hits++;
        }
#pragma omp sections
      {
#pragma omp section
        hits++;
#pragma omp section
        hits++;
      }
#pragma omp single
      hits++;
      if (k % 7 == 3)
        {
#pragma omp parallel num_threads(3) reduction(+ : sum)
#pragma omp for schedule(dynamic)
          for (int i = 0; i < 10; i++)
            sum++;
          CHECK_EQ (sum, 10);
        }
      CHECK_EQ (hits, 23);
    }
  return arg;
}

int
main (void)
{
  pthread_t thread;
  omp_set_dynamic (0);
  orphans (NULL);
  CHECK_EQ (pthread_create (&thread, NULL, orphans, NULL), 0);
  pthread_join (thread, NULL);
  return 0;
}
