#include "core/job.h"

#include "backend/backend.h"
#include "base/mem.h"
#include "base/park.h"
#include "core/team.h"
#include "core/wait.h"

/* Note [Cancelling from outside]
 *   canceller                          primary that forks a team
 *   C1 lock                            F1 x_cancel of the team = 0
 *   C2 job.x_cancel = 1                F2 lock
 *   C3 each team of the job:           F3 link the team to the job
 *      x_cancel = 1 (sc), nudge        F4 job.x_cancel: then the team's too
 *   C4 unlock                          F5 unlock, release the workers
 * Either F3 comes first and C3 finds the team, or C2 comes first and F4 sees it.  A team leaves the
 * list before it is given back, so C3 never cancels somebody else's region.  The order in C3 is that of
 * gho_cancel: x_cancel first, then the nudge of those asleep in cancellable barriers. */

/* Protects the links between jobs and teams, and the queue.  Held for a few loads and stores, and
 * for the wake-ups of a cancellation. */
struct gho_mutex gho_jobs_lock;

struct gho_job *
gho_job_new (size_t bytes, void (*fn) (void *), void *data, int num_threads)
{
  struct gho_job *job = gho_zalloc_lines (bytes);
  job->fn = fn;
  job->data = data;
  job->num_threads = num_threads;
  gho_store_rlx (&job->x_refs, 1u);
  if (!gho_load_rlx (&gho_global.x_cancellable))
    gho_store_rlx (&gho_global.x_cancellable, true);
  return job;
}

void
gho_job_unref (struct gho_job *job)
{
  if (gho_sub_acqrel (&job->x_refs, 1u) == 1)
    gho_free (job);
}

static void
cancel_team (struct gho_team *team)
{
  gho_store_sc (&team->x_cancel, (uint32_t) GHO_CANCEL_PARALLEL);
  gho_team_nudge (team);
}

static void
cancel_locked (struct gho_job *job)
{
  if (gho_load_rlx (&job->x_cancel) != 0)
    return;
  gho_store_sc (&job->x_cancel, 1u);
  for (struct gho_team *team = job->teams; team != NULL; team = team->job_next)
    cancel_team (team);
  for (struct gho_job *child = job->children; child != NULL; child = child->older)
    cancel_locked (child);
}

void
gho_job_cancel (struct gho_job *job)
{
  bool queued;
  gho_mutex_lock (&gho_jobs_lock);
  cancel_locked (job);
  queued = (gho_load_rlx (&job->x_state) & ~GHO_SLEEP) == GHO_JOB_QUEUED;
  if (queued)
    {
      gho_job_unqueue_locked (job);
      gho_wait_publish (&job->x_state, GHO_JOB_RUNNING); /* so that only one thread ends it */
    }
  gho_mutex_unlock (&gho_jobs_lock);
  if (queued)
    {
      gho_job_end (job);
      gho_job_unref (job);
    }
}

void
gho_job_enter (struct gho_team *team)
{
  struct gho_job *job = team->job;
  gho_mutex_lock (&gho_jobs_lock);
  team->job_prev = NULL;
  team->job_next = job->teams;
  if (job->teams != NULL)
    job->teams->job_prev = team;
  job->teams = team;
  if (gho_load_rlx (&job->x_cancel) != 0)
    gho_store_rlx (&team->x_cancel, (uint32_t) GHO_CANCEL_PARALLEL); /* rlx: before the release of the workers */
  gho_mutex_unlock (&gho_jobs_lock);
}

void
gho_job_leave (struct gho_team *team)
{
  gho_mutex_lock (&gho_jobs_lock);
  if (team->job_prev != NULL)
    team->job_prev->job_next = team->job_next;
  else
    team->job->teams = team->job_next;
  if (team->job_next != NULL)
    team->job_next->job_prev = team->job_prev;
  gho_mutex_unlock (&gho_jobs_lock);
  team->job = NULL;
}

void
gho_job_begin (struct gho_job *job, struct gho_job *parent)
{
  gho_wait_publish (&job->x_state, GHO_JOB_RUNNING);
  job->parent = parent;
  if (parent == NULL)
    return;
  gho_mutex_lock (&gho_jobs_lock);
  job->older = parent->children;
  if (job->older != NULL)
    job->older->younger = job;
  parent->children = job;
  if (gho_load_rlx (&parent->x_cancel) != 0)
    cancel_locked (job);
  gho_mutex_unlock (&gho_jobs_lock);
}

void
gho_job_end (struct gho_job *job)
{
  struct gho_job *parent = job->parent;
  void (*notify) (int, void *) = job->notify;
  if (parent != NULL)
    {
      gho_mutex_lock (&gho_jobs_lock);
      if (job->younger != NULL)
        job->younger->older = job->older;
      else
        parent->children = job->older;
      if (job->older != NULL)
        job->older->younger = job->younger;
      gho_mutex_unlock (&gho_jobs_lock);
      job->parent = NULL;
    }
  gho_tsan_release (&job->x_state);
  gho_wait_publish (&job->x_state, GHO_JOB_ENDED); /* pairs with the acquire load of whoever polls */
  if (notify != NULL && gho_backend_haskell_lives ())
    notify (job->where, job->what);
}
