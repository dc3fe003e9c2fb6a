// LIMIT: 60
/* Nested regions from several pthreads at once. */
#include <omp.h>
#include <pthread.h>
#include "check.h"

static double end;

static void *
host (void *arg)
{
  int id = (int) (intptr_t) arg;
  omp_set_max_active_levels (3);
  for (int r = 0; check_seconds () < end; r++)
    {
      int a = 1 + (id + r) % 3, b = 1 + r % 4, count = 0;
#pragma omp parallel num_threads(a) reduction(+ : count)
      {
#pragma omp parallel num_threads(b) reduction(+ : count)
        {
#pragma omp for schedule(dynamic)
          for (int i = 0; i < 10; i++)
            count++;
#pragma omp single nowait
          count += 100;
        }
      }
      CHECK_EQ (count, a * 110);
    }
  return NULL;
}

int
main (void)
{
  pthread_t threads[4];
  end = check_seconds () + check_budget ();
  for (int i = 0; i < 4; i++)
    CHECK_EQ (pthread_create (&threads[i], NULL, host, (void *) (intptr_t) i), 0);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  fprintf (stderr, "%d threads\n", check_threads ());
  CHECK (check_threads () < 80);
  return 0;
}
