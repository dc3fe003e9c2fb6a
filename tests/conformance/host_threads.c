/* Many pthreads start regions at once; each has its own team. */
#include <omp.h>
#include <pthread.h>
#include "check.h"

static pthread_barrier_t gate;

static void *
host (void *arg)
{
  int id = (int) (intptr_t) arg;
  pthread_barrier_wait (&gate);
  for (int r = 0; r < 50; r++)
    {
      int n = 1 + (id + r) % 5, sum = 0, size = 0;
#pragma omp parallel num_threads(n) reduction(+ : sum)
      {
#pragma omp single
        size = omp_get_num_threads ();
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 100; i++)
          sum += i + id;
      }
      CHECK_EQ (size, n);
      CHECK_EQ (sum, 4950 + 100 * id);
      CHECK_EQ (omp_get_thread_num (), 0);
    }
  return NULL;
}

int
main (void)
{
  pthread_t threads[12];
  omp_set_dynamic (0);
  pthread_barrier_init (&gate, NULL, 12);
  for (int i = 0; i < 12; i++)
    CHECK_EQ (pthread_create (&threads[i], NULL, host, (void *) (intptr_t) i), 0);
  for (int i = 0; i < 12; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
