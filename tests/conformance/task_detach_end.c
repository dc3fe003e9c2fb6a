// REF: skip-libgomp it can miss an event that a thread of the host fulfills at the end of a region
/* detach: the barrier at the end of a region waits for an event that a pthread fulfills. */
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
      /* the barrier at the end waits too */
      pthread_t thread;
#pragma omp parallel num_threads(n)
#pragma omp single
      {
        omp_event_handle_t event;
int y = 0;
#pragma omp task detach(event) firstprivate(y)
        __atomic_fetch_add (&y, 1, __ATOMIC_RELAXED);
        CHECK_EQ (pthread_create (&thread, NULL, fulfiller, (void *) event), 0);
      }
      pthread_join (thread, NULL);
    }
  return 0;
}
