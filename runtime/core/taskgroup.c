#include "base/mem.h"
#include "base/tsan.h"
#include "core/team.h"
#include "core/where.h"

void
gho_taskgroup_start (struct gho_thread *self)
{
  struct gho_taskgroup *group = self->slab.groups, *outer = self->task->group;
  if (gho_likely (group != NULL))
    self->slab.groups = group->prev;
  else
    group = gho_alloc (sizeof *group);
  group->prev = outer;
  group->owner = self;
  group->local = 0;
  gho_store_rlx (&group->x_remote, (int64_t) 0);
  gho_store_rlx (&group->x_cancel, 0u);
  group->reductions = outer ? outer->reductions : NULL;
  group->workshare = false;
  self->task->group = group;
}

static bool
group_complete (void *argument)
{
  struct gho_taskgroup *group = argument;
  return group->local + gho_load_sc (&group->x_remote) == 0; /* pairs with group_done's add */
}

void
gho_taskgroup_end (struct gho_thread *self)
{
  struct gho_taskgroup *group = self->task->group;
  if (group == NULL)
    return;
  if (!group_complete (group))
    gho_task_wait_until (self, group_complete, group, GHO_AT_TASKGROUP);
  gho_tsan_acquire (group); /* pairs with complete */
  self->task->group = group->prev;
  group->prev = self->slab.groups;
  self->slab.groups = group;
}
