#include "abi/gomp_abi.h"
#include "core/barrier.h"
#include "core/cancel.h"
#include "core/lock.h"
#include "core/reduce.h"
#include "core/team.h"
#include "core/where.h"

void
GOMP_barrier (void)
{
  gho_barrier (gho_self ());
}

bool
GOMP_barrier_cancel (void)
{
  return gho_barrier_cancel (gho_self ());
}

bool
GOMP_cancel (int which, bool do_cancel)
{
  struct gho_thread *self = gho_self ();
  return do_cancel ? gho_cancel (self, which) : gho_cancellation_point (self, which);
}

bool
GOMP_cancellation_point (int which)
{
  return gho_cancellation_point (gho_self (), which);
}

static _Atomic uint32_t x_atomic;

void
GOMP_critical_start (void)
{
  gho_lock_acquire (&gho_unnamed_critical, GHO_AT_CRITICAL);
}

void
GOMP_critical_end (void)
{
  gho_lock_release (&gho_unnamed_critical);
}

/* The compiler reserves a zeroed pointer for each name: the lock word lies in it. */
void
GOMP_critical_name_start (void **name)
{
  gho_lock_acquire ((_Atomic uint32_t *) name, GHO_AT_CRITICAL);
}

void
GOMP_critical_name_end (void **name)
{
  gho_lock_release ((_Atomic uint32_t *) name);
}

void
GOMP_atomic_start (void)
{
  gho_lock_acquire (&x_atomic, GHO_AT_ATOMIC);
}

void
GOMP_atomic_end (void)
{
  gho_lock_release (&x_atomic);
}

void
GOMP_ordered_start (void)
{
  gho_ordered_start (gho_self ());
}

void
GOMP_ordered_end (void)
{
  gho_ordered_end (gho_self ());
}

bool
GOMP_single_start (void)
{
  return gho_single (gho_self ());
}

void *
GOMP_single_copy_start (void)
{
  struct gho_thread *self = gho_self ();
  if (gho_single (self))
    return NULL;
  gho_barrier (self); /* pairs with the barrier in copy_end */
  return self->team->copyprivate;
}

void
GOMP_single_copy_end (void *data)
{
  struct gho_thread *self = gho_self ();
  self->team->copyprivate = data;
  gho_barrier (self);
}

void
GOMP_scope_start (uintptr_t *reductions)
{
  /* Only task reductions need a descriptor: it carries their memory. */
  struct gho_ws_args args = { .sched = GHO_SCHED_STATIC, .reductions = reductions };
  struct gho_thread *self = gho_self ();
  gho_ws_start (self, &args);
  gho_ws_end (self);
}

void
GOMP_workshare_task_reduction_unregister (bool cancelled)
{
  struct gho_thread *self = gho_self ();
  gho_reduce_leave (self);
  if (!cancelled)
    gho_barrier (self);
}
