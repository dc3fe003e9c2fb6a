/* Jobs and loops of ghc_openmp.h: all but the arithmetic of handles is core's. */
#include "abi/loop_args.h"
#include "base/mem.h"
#include "core/barrier.h"
#include "core/event.h"
#include "core/job.h"
#include "core/team.h"
#include "core/wait.h"
#include "core/where.h"
#include "backend/backend.h"
#pragma GCC visibility push(default)
#include "ghc_openmp.h"
#pragma GCC visibility pop

struct loop {
  struct gho_job job; /* first: a loop's handle is its job's */
  void (*member) (void *, int);
  void *body;
  long first, end, chunk;
  int schedule;
};

static struct gho_job *
job_of (ghc_omp_job *handle)
{
  return (struct gho_job *) handle;
}

ghc_omp_job *
ghc_omp_job_new (void (*fn) (void *), void *data, int num_threads)
{
  return (ghc_omp_job *) gho_job_new (sizeof (struct gho_job), fn, data, num_threads);
}

void
ghc_omp_job_submit (ghc_omp_job *handle, void (*notify) (int, void *), int where, void *what)
{
  const struct gho_thread *self = gho_tls_self;
  bool inside = self != NULL && (self->team->level > 0 || self->team->job != NULL);
  gho_job_submit (job_of (handle), inside, notify, where, what);
}

void
ghc_omp_job_cancel (ghc_omp_job *handle)
{
  gho_job_cancel (job_of (handle));
}

int
ghc_omp_job_ended (ghc_omp_job *handle)
{
  struct gho_job *job = job_of (handle);
  if ((gho_load_acq (&job->x_state) & ~GHO_SLEEP) != GHO_JOB_ENDED)
    return 0;
  gho_tsan_acquire (&job->x_state); /* pairs with gho_job_end */
  return 1;
}

int
ghc_omp_job_was_cancelled (ghc_omp_job *handle)
{
  return gho_load_acq (&job_of (handle)->x_cancel) != 0;
}

void
ghc_omp_job_wait (ghc_omp_job *handle)
{
  struct gho_job *job = job_of (handle);
  uint32_t seen = gho_load_acq (&job->x_state) & ~GHO_SLEEP;
  while (seen != GHO_JOB_ENDED)
    seen = gho_wait_change (gho_tls_self, &job->x_state, seen, GHO_WAIT_AT (GHO_AT_JOB));
  gho_tsan_acquire (&job->x_state); /* pairs with gho_job_end */
}

void
ghc_omp_job_release (ghc_omp_job *handle)
{
  gho_job_unref (job_of (handle));
}

int
ghc_omp_cancelled (void)
{
  const struct gho_thread *self = gho_tls_self;
  return self != NULL && self->team->job != NULL && gho_load_acq (&self->team->job->x_cancel) != 0;
}

void
ghc_omp_set_job_threads (int most)
{
  gho_job_set_threads (most);
}

/* ---- loops ---- */

static void
setup (struct gho_team *team, void *data)
{
  struct loop *loop = data;
  team->job = &loop->job;
  if (loop->schedule < 0)
    return;
  struct gho_ws_args args
    = gho_args_long (loop->first, loop->end, 1, (uint32_t) loop->schedule, loop->chunk, team->icv);
  args.exact_chunks = true; /* a body may count on the size it asked for */
  gho_ws_prepare (team, &args);
}

static void
member (void *data)
{
  struct loop *loop = data;
  struct gho_thread *self = gho_self ();
  gho_event_begin (self, GHO_SPAN_CALLBACK, NULL);
  if (gho_load_rlx (&loop->job.x_cancel) != 0)
    ;
  else if (loop->member != NULL)
    loop->member (loop->body, (int) self->num);
  else if (!gho_backend_call_haskell (loop->body))
    gho_job_cancel (&loop->job);
  gho_event_end (self, GHO_SPAN_CALLBACK, 0);
  if (loop->schedule >= 0)
    gho_ws_end (self);
}

static void
run_loop (void *data)
{
  struct loop *loop = data;
  struct gho_thread *self = gho_self ();
  gho_team_fork (self, member, loop, (unsigned) loop->job.num_threads, 0, setup, loop);
  member (loop);
  gho_team_join (self);
}

ghc_omp_job *
ghc_omp_loop_new (void (*call) (void *, int), void *body, long first, long end, int schedule, long chunk,
                  int num_threads)
{
  struct gho_job *job = gho_job_new (sizeof (struct loop), run_loop, NULL, num_threads > 0 ? num_threads : 0);
  struct loop *loop = (struct loop *) job;
  job->data = loop;
  loop->member = call;
  loop->body = body;
  loop->first = first;
  loop->end = end;
  loop->schedule = schedule;
  loop->chunk = chunk;
  return (ghc_omp_job *) job;
}

void
ghc_omp_loop_run (ghc_omp_job *handle)
{
  struct gho_job *job = job_of (handle);
  gho_job_begin (job, gho_self ()->team->job);
  job->fn (job->data);
  gho_job_end (job);
}

int
ghc_omp_loop_next (long *first, long *end)
{
  struct gho_thread *self = gho_self ();
  if (gho_load_rlx (&self->team->x_cancel) != 0 || !gho_ws_next (self))
    return 0;
  *first = (long) gho_args_begin (&self->me->ws);
  *end = (long) gho_args_end (&self->me->ws);
  return 1;
}

int
ghc_omp_loop_barrier (void)
{
  return gho_barrier_cancel (gho_self ());
}
