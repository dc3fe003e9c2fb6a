/* Jobs of ghc_openmp.h: run, wait, cancel, many at once, more than there are threads; from C. */
// LIBS: ghc pthread
// LIMIT: 60
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <stdlib.h>
#include <time.h>

#include "check.h"
#include "ghc_openmp.h"

static __typeof__ (ghc_omp_job_new) *job_new;
static __typeof__ (ghc_omp_job_submit) *job_submit;
static __typeof__ (ghc_omp_job_cancel) *job_cancel;
static __typeof__ (ghc_omp_job_ended) *job_ended;
static __typeof__ (ghc_omp_job_was_cancelled) *job_was_cancelled;
static __typeof__ (ghc_omp_job_wait) *job_wait;
static __typeof__ (ghc_omp_job_release) *job_release;
static __typeof__ (ghc_omp_cancelled) *cancelled;

static int never; /* a cancel construct whose condition is no constant keeps the cancellation points */

struct work {
  int steps, begun, ended, team, notified, points;
};

static void
pause_ms (double ms)
{
  struct timespec t = { 0, (long) (ms * 1e6) };
  nanosleep (&t, NULL);
}

/* steps of 0.2 ms */
static void
loop (void *data)
{
  struct work *work = data;
  __atomic_store_n (&work->begun, 1, __ATOMIC_RELEASE);
#pragma omp parallel
  {
#pragma omp single
    work->team = omp_get_num_threads ();
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < work->steps; i++)
      {
#pragma omp cancel for if (never)
        pause_ms (0.2);
        __atomic_add_fetch (&work->points, 1, __ATOMIC_RELAXED);
      }
  }
  __atomic_store_n (&work->ended, 1, __ATOMIC_RELEASE);
}

static void
barriers (void *data)
{
  struct work *work = data;
  __atomic_store_n (&work->begun, 1, __ATOMIC_RELEASE);
#pragma omp parallel num_threads(3)
  for (int i = 0; i < work->steps; i++)
    {
#pragma omp cancel parallel if (never)
      if (omp_get_thread_num () == 1)
        pause_ms (0.2);
#pragma omp barrier
    }
  __atomic_store_n (&work->ended, 1, __ATOMIC_RELEASE);
}

static void
polls (void *data)
{
  struct work *work = data;
  __atomic_store_n (&work->begun, 1, __ATOMIC_RELEASE);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  for (int i = 0; i < work->steps && !cancelled (); i++)
    pause_ms (0.2);
  __atomic_store_n (&work->ended, 1, __ATOMIC_RELEASE);
}

static void
notify (int where, void *what)
{
  __atomic_add_fetch (&((struct work *) what)->notified, where, __ATOMIC_RELAXED);
}

int
main (void)
{
  void (*kinds[]) (void *) = { loop, barriers, polls };
#define FIND(name) CHECK ((*(void **) &name = dlsym (RTLD_DEFAULT, "ghc_omp_" #name)) != NULL)
  FIND (job_new);
  FIND (job_submit);
  FIND (job_cancel);
  FIND (job_ended);
  FIND (job_was_cancelled);
  FIND (job_wait);
  FIND (job_release);
  FIND (cancelled);

  /* To the end. */
  struct work work = { .steps = 20 };
  ghc_omp_job *job = job_new (loop, &work, 3);
  CHECK (!job_ended (job));
  job_submit (job, notify, 7, &work);
  job_wait (job);
  CHECK (job_ended (job) && !job_was_cancelled (job));
  CHECK (work.points == 20 && work.team == 3);
  for (int i = 0; i < 5000 && __atomic_load_n (&work.notified, __ATOMIC_RELAXED) == 0; i++)
    pause_ms (1);
  CHECK (work.notified == 7);
  job_cancel (job); /* after its end: nothing */
  job_release (job);

  /* Cancelled while it runs, and before. A step takes 0.2 ms, all of them 20 s or more. */
  for (int k = 0; k < 30; k++)
    {
      struct work long_work = { .steps = 100000 };
      double start = omp_get_wtime ();
      job = job_new (kinds[k % 3], &long_work, k % 4);
      job_submit (job, NULL, 0, NULL);
      if (k % 5 != 0)
        {
          while (!__atomic_load_n (&long_work.begun, __ATOMIC_ACQUIRE))
            pause_ms (0.1);
          pause_ms (k % 7);
        }
      job_cancel (job);
      job_wait (job);
      CHECK (job_was_cancelled (job));
      CHECK (long_work.begun == long_work.ended);
      CHECK (omp_get_wtime () - start < 5);
      job_release (job);
      /* The next region is not cancelled. */
      long sum = 0;
#pragma omp parallel reduction(+ : sum) num_threads(3)
#pragma omp for schedule(dynamic, 5)
      for (int i = 0; i < 1000; i++)
        {
#pragma omp cancel for if (never)
          sum += i;
        }
      CHECK (sum == 499500);
    }
  CHECK (!cancelled ());

  /* Many, of which every third is cancelled. */
  enum { MANY = 300 };
  static struct work works[MANY];
  static ghc_omp_job *jobs[MANY];
  for (int i = 0; i < MANY; i++)
    {
      works[i].steps = 5;
      jobs[i] = job_new (loop, &works[i], 2);
      job_submit (jobs[i], notify, 1, &works[i]);
      if (i % 3 == 0)
        job_cancel (jobs[i]);
    }
  for (int i = 0; i < MANY; i++)
    {
      job_wait (jobs[i]);
      CHECK (works[i].begun == works[i].ended);
      if (i % 3 != 0)
        CHECK (works[i].points == 5);
      job_release (jobs[i]);
    }
  for (int i = 0; i < MANY; i++)
    {
      for (int k = 0; k < 5000 && __atomic_load_n (&works[i].notified, __ATOMIC_RELAXED) == 0; k++)
        pause_ms (1);
      CHECK (works[i].notified == 1);
    }
  return 0;
}
