#include "abi/gomp_abi_task.h"

#include <omp.h>

#include "core/reduce.h"
#include "core/taskloop.h"
#include "core/team.h"

void
GOMP_task (void (*fn) (void *), void *data, void (*copy) (void *, void *), long arg_size, long arg_align,
           bool if_clause, unsigned flags, void **depend, int priority, void *detach)
{
  gho_task_create (fn, data, copy, arg_size, arg_align, if_clause, flags, depend, priority, detach);
}

void
GOMP_taskwait (void)
{
  gho_taskwait (gho_self ());
}

void
GOMP_taskwait_depend (void **depend)
{
  gho_taskwait_depend (gho_self (), depend, false);
}

void
GOMP_taskwait_depend_nowait (void **depend)
{
  gho_taskwait_depend (gho_self (), depend, true);
}

void
GOMP_taskyield (void)
{
  gho_taskyield (gho_self ());
}

void
GOMP_taskgroup_start (void)
{
  gho_taskgroup_start (gho_self ());
}

void
GOMP_taskgroup_end (void)
{
  gho_taskgroup_end (gho_self ());
}

void
GOMP_taskloop (void (*fn) (void *), void *data, void (*copy) (void *, void *), long arg_size,
               long arg_align, unsigned flags, unsigned long number, int priority, long start, long end,
               long step)
{
  uint64_t trips = 0;
  if (step > 0 && start < end)
    trips = ((uint64_t) end - (uint64_t) start - 1) / (uint64_t) step + 1;
  else if (step < 0 && start > end)
    trips = ((uint64_t) start - (uint64_t) end - 1) / -(uint64_t) step + 1;
  gho_taskloop (gho_self (), fn, data, copy, arg_size, arg_align, flags, number, priority,
                (uint64_t) start, (uint64_t) step, trips);
}

void
GOMP_taskloop_ull (void (*fn) (void *), void *data, void (*copy) (void *, void *), long arg_size,
                   long arg_align, unsigned flags, unsigned long number, int priority,
                   unsigned long long start, unsigned long long end, unsigned long long step)
{
  uint64_t trips = 0;
  if ((flags & GHO_TASK_UP) && start < end)
    trips = (end - start - 1) / step + 1;
  else if (!(flags & GHO_TASK_UP) && start > end)
    trips = (start - end - 1) / -step + 1;
  gho_taskloop (gho_self (), fn, data, copy, arg_size, arg_align, flags, number, priority, start, step,
                trips);
}

void
GOMP_taskgroup_reduction_register (uintptr_t *data)
{
  struct gho_thread *self = gho_self ();
  struct gho_taskgroup *group = self->task->group;
  gho_reduce_register (data, group->reductions, self->team->nthreads);
  group->reductions = data;
}

void
GOMP_taskgroup_reduction_unregister (uintptr_t *data)
{
  gho_reduce_unregister (data);
}

void
GOMP_task_reduction_remap (size_t count, size_t originals, void **addresses)
{
  gho_reduce_remap (gho_self (), count, originals, addresses);
}

#pragma GCC visibility push(default)
void omp_fulfill_event_ (omp_event_handle_t event);

void
omp_fulfill_event (omp_event_handle_t event)
{
  gho_task_fulfill ((struct gho_task *) (uintptr_t) event);
}

/* Fortran: the module omp_lib declares the argument with VALUE. */
void
omp_fulfill_event_ (omp_event_handle_t event)
{
  omp_fulfill_event (event);
}
#pragma GCC visibility pop
