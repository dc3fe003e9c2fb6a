// REF: skip-libgomp hangs in it (GCC 12)
/* detach outside any region, fulfilled inside the body, before its end by another thread, and later by a
   pthread; then regions with tasks of growing size. */
#include <omp.h>
#include <pthread.h>
#include "check.h"

static void *
late (void *event)
{
  usleep (50000);
  omp_fulfill_event ((omp_event_handle_t) event);
  return NULL;
}

static void *
at_once (void *event)
{
  omp_fulfill_event ((omp_event_handle_t) event);
  return NULL;
}

static void
regions (void)
{
  for (int n = 1; n <= 4; n++)
    {
      int a = 0, b = 0;
#pragma omp parallel num_threads(n)
#pragma omp single
      {
#pragma omp task shared(a) depend(out : a)
        a = 1;
#pragma omp task shared(a, b) depend(in : a)
        b = a + 1;
      }
      CHECK_EQ (b, 2);
    }
}

int
main (void)
{
  omp_event_handle_t event;
  pthread_t thread;
  omp_set_dynamic (0);
  for (int round = 0; round < 3; round++)
    {
      int ran = 0;
#pragma omp task detach(event) shared(ran)
      {
        ran = 1;
        omp_fulfill_event (event);
      }
#pragma omp taskwait
      CHECK_EQ (ran, 1);
      regions ();

      /* fulfilled by another thread before the body ends */
#pragma omp task detach(event) shared(ran)
      {
        pthread_t inner;
        CHECK_EQ (pthread_create (&inner, NULL, at_once, (void *) event), 0);
        pthread_join (inner, NULL);
        ran = 2;
      }
#pragma omp taskwait
      CHECK_EQ (ran, 2);
      regions ();

      /* fulfilled by a thread that the runtime does not know, while this one waits */
      double start = check_seconds ();
#pragma omp task detach(event) shared(ran)
      ran = 3;
      CHECK_EQ (pthread_create (&thread, NULL, late, (void *) event), 0);
#pragma omp taskwait
      CHECK_EQ (ran, 3);
      CHECK (check_seconds () - start > 0.045);
      pthread_join (thread, NULL);
      regions ();

      /* a taskgroup waits for it too */
      start = check_seconds ();
#pragma omp taskgroup
      {
#pragma omp task detach(event) shared(ran)
        ran = 4;
        CHECK_EQ (pthread_create (&thread, NULL, late, (void *) event), 0);
      }
      CHECK_EQ (ran, 4);
      CHECK (check_seconds () - start > 0.045);
      pthread_join (thread, NULL);
    }
  return 0;
}
