/* detach: a task is complete when its event is fulfilled, by another task, itself or a pthread. */
#include <omp.h>
#include <pthread.h>
#include "check.h"

static void *
fulfiller (void *arg)
{
  usleep (3000);
  omp_fulfill_event ((omp_event_handle_t) arg);
  return NULL;
}

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 5; n += 2)
    {
#pragma omp parallel num_threads(n)
#pragma omp single
      {
        omp_event_handle_t event;
        int x = 0, after = 0;
        pthread_t thread;
#pragma omp task detach(event) shared(x)
        {
          x = 1;
          omp_fulfill_event (event);
        }
#pragma omp taskwait
        CHECK_EQ (x, 1);
#pragma omp task detach(event) depend(out : x) shared(x)
        x = 2;
#pragma omp task depend(in : x) shared(x, after)
        after = x;
        CHECK_EQ (pthread_create (&thread, NULL, fulfiller, (void *) event), 0);
#pragma omp taskwait
        CHECK_EQ (after, 2);
        pthread_join (thread, NULL);
        omp_event_handle_t other;
        int both = 0;
#pragma omp task detach(other) shared(both)
        {
#pragma omp atomic
          both++;
        }
#pragma omp task firstprivate(other) shared(both)
        {
#pragma omp atomic
          both++;
          omp_fulfill_event (other);
        }
#pragma omp taskwait
        CHECK_EQ (both, 2);
      }
    }
  return 0;
}
