/* The threads that run submitted jobs: made when needed, up to a bound, then kept, asleep. */
#include "core/job.h"

#include <errno.h>
#include <string.h>

#include "backend/backend.h"
#include "base/log.h"
#include "base/park.h"
#include "core/team.h"
#include "core/wait.h"

/* Jobs submitted from inside a region may make threads beyond `most`, up to this. */
enum { INSIDE_MOST = 256 };

/* All under gho_jobs_lock, but x_submitted. */
static struct gho_job *oldest, *youngest;
static int queued, threads, idle, most = 4;
/* (a) wait word: bumped at each submission; pairs with the wait in serve */
static _Atomic uint32_t x_submitted;

void
gho_job_unqueue_locked (struct gho_job *job)
{
  if (job->prev != NULL)
    job->prev->next = job->next;
  else
    oldest = job->next;
  if (job->next != NULL)
    job->next->prev = job->prev;
  else
    youngest = job->prev;
  job->next = job->prev = NULL;
  queued--;
}

/* The job as the initial task of an initial thread: ICVs of its own, level 0. */
static void
initial_task (void *argument)
{
  struct gho_job *job = argument;
  if (job->num_threads > 0)
    gho_icv_own (gho_self ())->nthreads = job->num_threads;
  job->fn (job->data);
}

static void
serve (void *argument)
{
  int index = (int) (intptr_t) argument;
  struct gho_thread *self;
  gho_backend_thread_enter (index);
  self = gho_self ();
  gho_mutex_lock (&gho_jobs_lock);
  for (;;)
    {
      struct gho_job *job = oldest;
      if (job == NULL)
        {
          uint32_t seen = gho_load_rlx (&x_submitted) & ~GHO_SLEEP; /* rlx: changed under the lock */
          idle++;
          gho_mutex_unlock (&gho_jobs_lock);
          gho_wait_change (NULL, &x_submitted, seen, 0);
          gho_mutex_lock (&gho_jobs_lock);
          idle--;
          continue;
        }
      gho_job_unqueue_locked (job);
      gho_wait_publish (&job->x_state, GHO_JOB_RUNNING);
      gho_mutex_unlock (&gho_jobs_lock);
      gho_tsan_acquire (job); /* pairs with gho_job_submit */
      gho_team_run_initial (self, initial_task, job, 0, job);
      gho_job_end (job);
      gho_job_unref (job);
      gho_mutex_lock (&gho_jobs_lock);
    }
}

void
gho_job_submit (struct gho_job *job, bool inside, void (*notify) (int, void *), int where, void *what)
{
  int error = 0;
  job->notify = notify;
  job->where = where;
  job->what = what;
  gho_add_rlx (&job->x_refs, 1u); /* rlx: the caller holds one */
  gho_pool_start_backend ();
  gho_tsan_release (job);
  gho_mutex_lock (&gho_jobs_lock);
  gho_store_rlx (&job->x_state, (uint32_t) GHO_JOB_QUEUED);
  job->prev = youngest;
  if (youngest != NULL)
    youngest->next = job;
  else
    oldest = job;
  youngest = job;
  queued++;
  if (queued > idle && threads < (inside ? most + INSIDE_MOST : most))
    {
      error = gho_backend_thread_create (serve, (void *) (intptr_t) threads, threads, gho_global.stack_bytes);
      threads += error == 0;
    }
  bool nobody = threads == 0;
  if (nobody)
    {
      gho_job_unqueue_locked (job);
      gho_wait_publish (&job->x_state, GHO_JOB_RUNNING);
    }
  else
    gho_wait_bump (&x_submitted);
  gho_mutex_unlock (&gho_jobs_lock);
  if (nobody)
    {
      /* Not one thread can be had (or the RTS is the non-threaded one): run it here. */
      struct gho_thread *self = gho_self ();
      if (error != ENOSYS) /* ENOSYS: the back end has said why */
        gho_warn ("a thread for a submitted region could not be made (%s): its caller runs it",
                  strerror (error));
      gho_job_begin (job, self->team->job);
      gho_team_run_initial (self, initial_task, job, 0, job);
      gho_job_end (job);
      gho_job_unref (job);
    }
}

void
gho_job_set_threads (int n)
{
  gho_mutex_lock (&gho_jobs_lock);
  most = n > 1 ? n : 1;
  gho_mutex_unlock (&gho_jobs_lock);
}

void
gho_jobs_forked (void)
{
  gho_mutex_forked (&gho_jobs_lock);
  oldest = youngest = NULL;
  queued = threads = idle = 0;
}
