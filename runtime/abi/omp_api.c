/* omp_* routines of the host (OpenMP 5.2, chapter 18), without locks, allocators, device memory. */
#pragma GCC visibility push(default)
#include <omp.h>
#pragma GCC visibility pop

#include <time.h>

#include "abi/omp_extra.h"
#include "core/icv.h"
#include "core/places.h"
#include "core/team.h"
#include "core/thread.h"

_Static_assert ((int) omp_sched_static == GHO_SCHED_STATIC && (int) omp_sched_auto == GHO_SCHED_AUTO,
                "schedule kinds");
_Static_assert ((int) omp_proc_bind_primary == GHO_BIND_PRIMARY
                  && (int) omp_proc_bind_spread == GHO_BIND_SPREAD,
                "binding policies");

#define LEVELS_MOST 255

/* For reading: no record is made for a thread that has none. */
static const struct gho_icv *
icv_now (void)
{
  const struct gho_thread *self = gho_tls_self;
  if (gho_likely (self != NULL))
    return gho_icv (self);
  gho_env_init ();
  return &gho_global.icv;
}

/* ---- teams and threads ---- */

void
omp_set_num_threads (int n)
{
  gho_icv_own (gho_self ())->nthreads = n > 0 ? n : 1;
}

int
omp_get_num_threads (void)
{
  const struct gho_thread *self = gho_tls_self;
  return self != NULL ? (int) self->team->nthreads : 1;
}

int
omp_get_max_threads (void)
{
  const struct gho_icv *icv = icv_now ();
  int n = gho_default_threads (icv);
  return n < icv->thread_limit ? n : icv->thread_limit;
}

int
omp_get_thread_num (void)
{
  const struct gho_thread *self = gho_tls_self;
  return self != NULL ? (int) self->num : 0;
}

int
omp_get_num_procs (void)
{
  gho_env_init ();
  return gho_global.num_procs;
}

int
omp_in_parallel (void)
{
  const struct gho_thread *self = gho_tls_self;
  return self != NULL && self->team->active_level > 0;
}

void
omp_set_dynamic (int on)
{
  gho_icv_own (gho_self ())->dyn = on != 0;
}

int
omp_get_dynamic (void)
{
  return icv_now ()->dyn;
}

int
omp_get_thread_limit (void)
{
  return icv_now ()->thread_limit;
}

/* ---- nesting ---- */

void
omp_set_nested (int on)
{
  struct gho_icv *icv = gho_icv_own (gho_self ());
  if (on)
    icv->max_active_levels = LEVELS_MOST;
  else if (icv->max_active_levels > 1)
    icv->max_active_levels = 1;
}

int
omp_get_nested (void)
{
  const struct gho_thread *self = gho_tls_self;
  int levels = icv_now ()->max_active_levels;
  return levels > 1 && levels > (self != NULL ? (int) self->team->active_level : 0);
}

void
omp_set_max_active_levels (int levels)
{
  if (levels >= 0)
    gho_icv_own (gho_self ())->max_active_levels = levels < LEVELS_MOST ? levels : LEVELS_MOST;
}

int
omp_get_max_active_levels (void)
{
  return icv_now ()->max_active_levels;
}

int
omp_get_supported_active_levels (void)
{
  return LEVELS_MOST;
}

int
omp_get_level (void)
{
  const struct gho_thread *self = gho_tls_self;
  return self != NULL ? (int) self->team->level : 0;
}

int
omp_get_active_level (void)
{
  const struct gho_thread *self = gho_tls_self;
  return self != NULL ? (int) self->team->active_level : 0;
}

/* The slot that this thread or its ancestor has at a level, or NULL. */
static const struct gho_member *
ancestor (const struct gho_thread *self, int level)
{
  const struct gho_member *me = self->me;
  if (level < 0 || level > (int) self->team->level)
    return NULL;
  for (const struct gho_team *team = self->team; (int) team->level > level; team = team->parent)
    me = team->parent_member;
  return me;
}

int
omp_get_ancestor_thread_num (int level)
{
  const struct gho_thread *self = gho_tls_self;
  if (self == NULL)
    return level == 0 ? 0 : -1;
  const struct gho_member *member = ancestor (self, level);
  return member != NULL ? (int) member->num : -1;
}

int
omp_get_team_size (int level)
{
  const struct gho_thread *self = gho_tls_self;
  if (self == NULL)
    return level == 0 ? 1 : -1;
  const struct gho_member *member = ancestor (self, level);
  return member != NULL ? (int) member->team->nthreads : -1;
}

/* ---- schedules, tasks, cancellation ---- */

void
omp_set_schedule (omp_sched_t kind, int chunk)
{
  uint32_t base = (uint32_t) kind & ~GHO_SCHED_MONOTONIC;
  if (base < GHO_SCHED_STATIC || base > GHO_SCHED_AUTO)
    return;
  struct gho_icv *icv = gho_icv_own (gho_self ());
  icv->run_sched = (uint32_t) kind;
  if (base == GHO_SCHED_STATIC)
    icv->run_chunk = chunk > 0 ? chunk : 0;
  else if (base != GHO_SCHED_AUTO)
    icv->run_chunk = chunk > 0 ? chunk : 1;
}

void
omp_get_schedule (omp_sched_t *kind, int *chunk)
{
  const struct gho_icv *icv = icv_now ();
  *kind = (omp_sched_t) icv->run_sched;
  *chunk = icv->run_chunk;
}

int
omp_in_final (void)
{
  const struct gho_thread *self = gho_tls_self;
  return self != NULL && self->task->kind == GHO_TASK_EXPLICIT && self->task->final;
}

int
omp_in_explicit_task (void)
{
  const struct gho_thread *self = gho_tls_self;
  return self != NULL && self->task->kind == GHO_TASK_EXPLICIT;
}

int
omp_get_cancellation (void)
{
  gho_env_init ();
  return gho_global.cancellation;
}

int
omp_get_max_task_priority (void)
{
  gho_env_init ();
  return gho_global.max_task_priority;
}

/* ---- devices: the host is the only one ---- */

void
omp_set_default_device (int device)
{
  gho_icv_own (gho_self ())->default_device = device > 0 ? device : 0;
}

int
omp_get_default_device (void)
{
  return icv_now ()->default_device;
}

int
omp_get_num_devices (void)
{
  return 0;
}

int
omp_get_device_num (void)
{
  return omp_get_initial_device ();
}

int
omp_get_initial_device (void)
{
  return omp_get_num_devices (); /* 5.2, 18.7.8: the host's number is the number of devices */
}

int
omp_is_initial_device (void)
{
  return 1;
}

int
omp_pause_resource (omp_pause_resource_t kind, int device)
{
  /* -1 is omp_initial_device */
  if (device != -1 && device != omp_get_initial_device ())
    return -1;
  return omp_pause_resource_all (kind);
}

int
omp_pause_resource_all (omp_pause_resource_t kind)
{
  const struct gho_thread *self = gho_tls_self;
  (void) kind; /* soft and hard: there is no state on a device to lose */
  if (self != NULL && self->team->level > 0)
    return -1;
  return gho_pool_pause ();
}

/* ---- the teams construct ---- */

int
omp_get_num_teams (void)
{
  const struct gho_thread *self = gho_tls_self;
  return self != NULL ? (int) self->num_teams : 1;
}

int
omp_get_team_num (void)
{
  const struct gho_thread *self = gho_tls_self;
  return self != NULL ? (int) self->team_num : 0;
}

void
omp_set_num_teams (int n)
{
  gho_env_init ();
  if (n >= 0)
    gho_store_rlx (&gho_global.nteams, n);
}

int
omp_get_max_teams (void)
{
  gho_env_init ();
  return gho_load_rlx (&gho_global.nteams);
}

void
omp_set_teams_thread_limit (int limit)
{
  gho_env_init ();
  if (limit >= 0)
    gho_store_rlx (&gho_global.teams_thread_limit, limit);
}

int
omp_get_teams_thread_limit (void)
{
  gho_env_init ();
  return gho_load_rlx (&gho_global.teams_thread_limit);
}

/* ---- time ---- */

double
omp_get_wtime (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

double
omp_get_wtick (void)
{
  struct timespec tick;
  clock_getres (CLOCK_MONOTONIC, &tick);
  return (double) tick.tv_sec + (double) tick.tv_nsec * 1e-9;
}

void
omp_display_env (int verbose)
{
  gho_env_init ();
  gho_env_display (verbose != 0);
}
