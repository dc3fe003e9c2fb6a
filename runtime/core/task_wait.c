/* Waiting for tasks: taskwait, taskgroups, barriers. */
#include <sched.h>

#include "base/cpu.h"
#include "base/park.h"
#include "base/tsan.h"
#include "core/depend.h"
#include "core/event.h"
#include "core/task.h"
#include "core/team.h"
#include "core/wait.h"
#include "core/where.h"

/* Note [Tasks and fork]
 * In the child of a fork from inside a region, a task that another member was running is lost with that
 * member, and so is what depends on it: nobody will ever complete it.  What is still in the
 * survivor's deque runs.  So in such a team a wait that finds nothing to run for LOST_AFTER looks
 * (about 50 ms, in which a detached task may yet be fulfilled) takes the rest for lost, and a barrier
 * waits for what can be run, not for counters in which lost tasks stand.  Test: stress/fork_tasks.c */
enum { LOST_AFTER = 250 };

void
gho_task_wait_until (struct gho_thread *self, bool (*ready) (void *), void *argument, int at)
{
  uint32_t idle = 0, spin = gho_wait_spin_budget (self) / 4;
  gho_event_begin (self, GHO_SPAN_TASKWAIT, NULL);
  while (!ready (argument))
    {
      if (gho_task_help (self, false))
        {
          idle = 0;
          continue;
        }
      idle++;
      if (gho_unlikely (self->team->forked) && idle > spin + LOST_AFTER)
        break; /* see Note [Tasks and fork] */
      if (idle < spin)
        gho_pause ();
      else if (idle < spin + 32)
        {
          gho_note (self, at, argument);
          sched_yield ();
        }
      else
        {
          /* Tasks that could be run are not announced here: so a limited sleep. */
          uint64_t ns = (uint64_t) (idle - spin) * 2000;
          gho_store_sc (&self->x_wake, 1u); /* sc: pairs with gho_task_wake */
          if (!ready (argument))
            gho_futex_wait (&self->x_wake, 1, ns > 1000000 ? 1000000 : ns);
          gho_store_rlx (&self->x_wake, 0u);
        }
    }
  gho_note_end (self);
  gho_event_end (self, GHO_SPAN_TASKWAIT, 0);
  gho_task_sated (self);
}

void
gho_task_wait_any (struct gho_thread *self)
{
  if (gho_task_help (self, true))
    self->task_idle = 0;
  else
    {
      struct gho_backoff backoff = { self->task_idle };
      gho_note (self, GHO_AT_TASKS, NULL);
      gho_wait_backoff (&backoff);
      self->task_idle = backoff.step;
    }
}

bool
gho_task_quiescent (const struct gho_thread *self)
{
  const struct gho_team *team = self->team;
  if (gho_unlikely (team->forked))
    return !gho_task_available (self);
  /* acq: pairs with complete's release.  finished is read first: counters only grow, so equal sums
   * mean that at some moment in between nothing was outstanding. */
  uint64_t finished = gho_load_sc (&team->x_foreign_finished), created = 0;
  for (uint32_t i = 0; i < team->nthreads; i++)
    finished += gho_load_sc (&team->members[i].x_finished);
  for (uint32_t i = 0; i < team->nthreads; i++)
    created += gho_load_sc (&team->members[i].x_created);
  return finished == created;
}

bool
gho_task_available (const struct gho_thread *self)
{
  const struct gho_team *team = self->team;
  if (gho_load_sc (&team->injected.x_count) != 0)
    return true;
  int64_t position;
  if (gho_unlikely (team->forked))
    return gho_deque_peek (&self->me->deque, &position) != NULL;
  for (uint32_t i = 0; i < team->nthreads; i++)
    if (gho_deque_peek (&team->members[i].deque, &position) != NULL)
      return true;
  return false;
}

static inline int64_t
incomplete_children (struct gho_task *task)
{
  uint64_t pending = (uint64_t) gho_load_sc (&task->x_pending);
  return task->local + ((int64_t) (pending << 24) >> 24);
}

static bool
children_done (void *task)
{
  return incomplete_children (task) == 0;
}

void
gho_taskwait (struct gho_thread *self)
{
  struct gho_task *task = self->task;
  if (task->local != 0)
    {
      gho_task_wait_until (self, children_done, task, GHO_AT_TASKWAIT);
      if (gho_unlikely (self->team->forked))
        task->local -= incomplete_children (task); /* lost: do not wait for them again */
    }
  gho_tsan_acquire (gho_task_children_tag (task));
  if (gho_unlikely (task->depends != NULL))
    gho_depend_reset (task->depends);
}

void
gho_taskwait_depend (struct gho_thread *self, void **depend, bool nowait)
{
  struct gho_task *task = self->task;
  if (nowait)
    {
      struct gho_task_spawn spawn = { .flags = GHO_TASK_DEPEND, .if_clause = true, .depend = depend };
      gho_task_spawn (self, &spawn);
      return;
    }
  if (task->depends == NULL)
    return;
  if (gho_depend_live (task->depends) == 0)
    {
      gho_tsan_acquire (gho_task_children_tag (task));
      return;
    }
  bool ready;
  struct gho_depend_node *node = gho_depend_add (task, NULL, depend, self, &ready);
  if (!ready)
    gho_task_wait_until (self, gho_depend_ready, node, GHO_AT_DEPEND);
  gho_depend_begin (node);
  gho_depend_forget (node);
}
