#define _GNU_SOURCE
#include "jobs.h"

#include <ghc_openmp.h>
#include <omp.h>
#include <time.h>

/* GCC drops the cancellation points of a region without a cancel construct, or with one whose condition is the
 * constant 0. */
static int never;

static void
millisecond (void)
{
  double end = omp_get_wtime () + 0.001;
  struct timespec part = { 0, 200000 };
  while (omp_get_wtime () < end)
    nanosleep (&part, 0);
}

static int
begin (struct job *job)
{
  job->level = omp_get_level ();
  __atomic_store_n (&job->started, 1, __ATOMIC_RELEASE);
  return job->threads > 0 ? job->threads : omp_get_max_threads ();
}

static void
step (struct job *job)
{
  millisecond ();
  __atomic_add_fetch (&job->done, 1, __ATOMIC_RELAXED);
}

static void
end (struct job *job)
{
  __atomic_store_n (&job->ended, 1, __ATOMIC_RELEASE);
}

void
job_loop (struct job *job)
{
  int threads = begin (job);
#pragma omp parallel num_threads(threads)
  {
#pragma omp single nowait
    job->team = omp_get_num_threads ();
#pragma omp for schedule(dynamic, 1)
    for (long i = 0; i < (long) job->milliseconds * threads; i++)
      {
#pragma omp cancel for if (never)
        step (job);
      }
  }
  end (job);
}

void
job_barriers (struct job *job)
{
  int threads = begin (job);
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < job->milliseconds; i++)
    {
#pragma omp cancel parallel if (never)
      if (omp_get_thread_num () == 0)
        step (job);
#pragma omp barrier
    }
  end (job);
}

void
job_tasks (struct job *job)
{
  int threads = begin (job);
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (long i = 0; i < (long) job->milliseconds * threads; i++)
#pragma omp task
    step (job);
  end (job);
}

void
job_nested (struct job *job)
{
  int threads = begin (job);
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static, 1)
      for (long i = 0; i < (long) job->milliseconds * threads; i++)
        {
#pragma omp cancel for if (never)
          step (job);
        }
    }
  }
  end (job);
}

void
job_polls (struct job *job)
{
  int threads = begin (job);
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < job->milliseconds && !ghc_omp_cancelled (); i++)
    step (job);
  end (job);
}

void
job_deaf (struct job *job)
{
  int threads = begin (job);
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < job->milliseconds; i++)
    step (job);
  end (job);
}

long
job_calls (int threads, long n, void (*call) (long i))
{
  long made = 0;
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(threads) reduction(+ : made)
  {
#pragma omp single
    {
      for (long i = 0; i < n; i++)
#pragma omp task
        call (i);
#pragma omp taskloop grainsize(7)
      for (long i = 0; i < n; i++)
        call (i);
      made += 2 * n;
    }
#pragma omp single
    for (long i = 0; i < n; i++)
#pragma omp task untied
      {
#pragma omp task
        call (i);
#pragma omp taskwait
      }
#pragma omp single
    {
      made += n;
#pragma omp parallel for num_threads(2) reduction(+ : made)
      for (long i = 0; i < n; i++)
        {
          call (i);
          made++;
        }
    }
  }
  return made;
}
