#include "abi/gomp_abi.h"
#include "abi/loop_args.h"
#include "base/mem.h"
#include "core/reduce.h"
#include "core/team.h"
#include "core/teams.h"

void
GOMP_parallel (gho_body fn, void *data, unsigned num_threads, unsigned flags)
{
  gho_parallel (fn, data, num_threads, flags);
}

/* Before GCC 4.9 the caller ran fn itself between these two. */
void
GOMP_parallel_start (gho_body fn, void *data, unsigned num_threads)
{
  gho_team_fork (gho_self (), fn, data, num_threads, 0, NULL, NULL);
}

void
GOMP_parallel_end (void)
{
  gho_team_join (gho_self ());
}

static void
register_reductions (struct gho_team *team, void *data)
{
  gho_reduce_parallel (team, *(uintptr_t **) data);
}

unsigned
GOMP_parallel_reductions (gho_body fn, void *data, unsigned num_threads, unsigned flags)
{
  struct gho_thread *self = gho_self ();
  gho_team_fork (self, fn, data, num_threads, flags, register_reductions, data);
  struct gho_team *team = self->team;
  struct gho_taskgroup *group = team->reduction_group;
  unsigned n = team->nthreads;
  fn (data);
  gho_team_join (self);
  gho_free (group);
  return n;
}

static void
prepare (struct gho_team *team, void *args)
{
  gho_ws_prepare (team, args);
}

static void
parallel_prepared (gho_body fn, void *data, unsigned num_threads, struct gho_ws_args args,
                   unsigned flags)
{
  struct gho_thread *self = gho_self ();
  gho_team_fork (self, fn, data, num_threads, flags, prepare, &args);
  fn (data);
  gho_team_join (self);
}

#define ARGS(sched, chunk)                                                                        \
  gho_args_long (start, end, incr, sched, chunk, gho_icv (gho_self ()))

#define DEFINE_PARALLEL_LOOP(kind, sched)                                                         \
  void GOMP_parallel_loop_##kind (gho_body fn, void *data, unsigned num_threads, long start,      \
                                  long end, long incr, long chunk, unsigned flags)                \
  {                                                                                               \
    parallel_prepared (fn, data, num_threads, ARGS (sched, chunk), flags);                        \
  }
#define DEFINE_PARALLEL_LOOP_START(kind, sched)                                                   \
  void GOMP_parallel_loop_##kind##_start (gho_body fn, void *data, unsigned num_threads,          \
                                          long start, long end, long incr, long chunk)            \
  {                                                                                               \
    struct gho_ws_args args = ARGS (sched, chunk);                                                \
    gho_team_fork (gho_self (), fn, data, num_threads, 0, prepare, &args);                        \
  }
#define DEFINE_PARALLEL_LOOP_RUNTIME(kind, modifier)                                              \
  void GOMP_parallel_loop_##kind (gho_body fn, void *data, unsigned num_threads, long start,      \
                                  long end, long incr, unsigned flags)                            \
  {                                                                                               \
    parallel_prepared (fn, data, num_threads, ARGS (modifier, 0), flags);                         \
  }
DEFINE_PARALLEL_LOOP (static, GHO_SCHED_STATIC)
DEFINE_PARALLEL_LOOP (dynamic, GHO_SCHED_DYNAMIC | GHO_SCHED_MONOTONIC)
DEFINE_PARALLEL_LOOP (guided, GHO_SCHED_GUIDED)
DEFINE_PARALLEL_LOOP (nonmonotonic_dynamic, GHO_SCHED_DYNAMIC)
DEFINE_PARALLEL_LOOP (nonmonotonic_guided, GHO_SCHED_GUIDED)
DEFINE_PARALLEL_LOOP_START (static, GHO_SCHED_STATIC)
DEFINE_PARALLEL_LOOP_START (dynamic, GHO_SCHED_DYNAMIC | GHO_SCHED_MONOTONIC)
DEFINE_PARALLEL_LOOP_START (guided, GHO_SCHED_GUIDED)
DEFINE_PARALLEL_LOOP_RUNTIME (runtime, GHO_SCHED_MONOTONIC)
DEFINE_PARALLEL_LOOP_RUNTIME (nonmonotonic_runtime, 0)
DEFINE_PARALLEL_LOOP_RUNTIME (maybe_nonmonotonic_runtime, 0)

void
GOMP_parallel_loop_runtime_start (gho_body fn, void *data, unsigned num_threads, long start,
                                  long end, long incr)
{
  struct gho_ws_args args = ARGS (GHO_SCHED_MONOTONIC, 0);
  gho_team_fork (gho_self (), fn, data, num_threads, 0, prepare, &args);
}

/* Sections are a dynamic loop over their numbers. */
static struct gho_ws_args
sections_args (unsigned count)
{
  return (struct gho_ws_args){
    .trips = count, .step = 1, .chunk = 1, .sched = GHO_SCHED_DYNAMIC, .exact_chunks = true
  };
}

void
GOMP_parallel_sections_start (gho_body fn, void *data, unsigned num_threads, unsigned count)
{
  struct gho_ws_args args = sections_args (count);
  gho_team_fork (gho_self (), fn, data, num_threads, 0, prepare, &args);
}

void
GOMP_parallel_sections (gho_body fn, void *data, unsigned num_threads, unsigned count,
                        unsigned flags)
{
  parallel_prepared (fn, data, num_threads, sections_args (count), flags);
}

void
GOMP_teams_reg (gho_body fn, void *data, unsigned num_teams, unsigned thread_limit, unsigned flags)
{
  (void) flags;
  gho_teams_host (gho_self (), fn, data, num_teams, thread_limit);
}
