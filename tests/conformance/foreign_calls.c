/* Regions, locks and tasks from a pthread that never saw OpenMP, and one that ends in between. */
#include <omp.h>
#include <pthread.h>
#include "check.h"

static omp_lock_t lock;

static void *
host (void *arg)
{
  int done = 0;
  CHECK_EQ (omp_get_thread_num (), 0);
  CHECK_EQ (omp_get_level (), 0);
  omp_set_num_threads (2); /* only for this thread */
  omp_set_lock (&lock);
#pragma omp task shared(done)
  done++;
#pragma omp taskwait
  omp_unset_lock (&lock);
#pragma omp parallel reduction(+ : done)
  done++;
  CHECK_EQ (done, 3);
  *(int *) arg = done;
  return NULL;
}

int
main (void)
{
  omp_set_dynamic (0);
  omp_init_lock (&lock);
  omp_set_num_threads (5);
  for (int round = 0; round < 50; round++)
    {
      pthread_t thread;
      int got = 0;
      CHECK_EQ (pthread_create (&thread, NULL, host, &got), 0);
      pthread_join (thread, NULL);
      CHECK_EQ (got, 3);
      CHECK_EQ (omp_get_max_threads (), 5);
    }
  /* pthreads made inside a region start regions of their own */
#pragma omp parallel num_threads(3)
  {
    pthread_t thread;
    int got = 0;
    CHECK_EQ (pthread_create (&thread, NULL, host, &got), 0);
    pthread_join (thread, NULL);
    CHECK_EQ (got, 3);
  }
  omp_destroy_lock (&lock);
  return 0;
}
