#include "core/taskloop.h"

#include "core/reduce.h"
#include "core/team.h"

/* The first words of a taskloop's arguments, as the compiler lays them out. */
struct head {
  uint64_t range[2];
  uintptr_t *reductions; /* with GHO_TASK_REDUCTION */
};

/* How many tasks; *strict: all but the last have exactly *grain iterations. */
static uint64_t
count_tasks (struct gho_thread *self, unsigned flags, uint64_t number, uint64_t trips, uint64_t *grain,
             bool *strict)
{
  *strict = false;
  if (number == 0)
    number = (flags & GHO_TASK_GRAINSIZE) ? 1 : self->team->nthreads;
  if (!(flags & GHO_TASK_GRAINSIZE))
    return number < trips ? number : trips;
  if (flags & GHO_TASK_STRICT)
    {
      *strict = true;
      *grain = number;
      return (trips - 1) / number + 1;
    }
  return trips < number ? 1 : trips / number;
}

void
gho_taskloop (struct gho_thread *self, void (*fn) (void *), void *data, void (*copy) (void *, void *),
              long arg_size, long arg_align, unsigned flags, uint64_t number, int priority,
              uint64_t first, uint64_t step, uint64_t trips)
{
  struct head *head = data;
  if (trips == 0)
    {
      if (flags & GHO_TASK_REDUCTION)
        head->reductions[2] = 0; /* tells the caller that there is no memory */
      return;
    }
  bool strict;
  uint64_t grain = 0, done = 0, tasks = count_tasks (self, flags, number, trips, &grain, &strict);
  if (!(flags & GHO_TASK_NOGROUP))
    {
      gho_taskgroup_start (self);
      if (flags & GHO_TASK_REDUCTION)
        {
          struct gho_taskgroup *group = self->task->group;
          gho_reduce_register (head->reductions, group->reductions, self->team->nthreads);
          group->reductions = head->reductions;
        }
    }
  if (priority < 0 || !(flags & GHO_TASK_PRIORITY))
    priority = 0;
  if (priority > gho_global.max_task_priority)
    priority = gho_global.max_task_priority;
  struct gho_task_spawn spawn
    = { .fn = fn, .data = data, .copy = copy, .size = (size_t) arg_size, .align = (size_t) arg_align,
        .flags = flags & (GHO_TASK_UNTIED | GHO_TASK_FINAL | GHO_TASK_MERGEABLE), .priority = priority,
        .if_clause = (flags & GHO_TASK_IF) != 0, .ranged = true };
  for (uint64_t i = 0; i < tasks; i++)
    {
      uint64_t size = strict ? (trips - done < grain ? trips - done : grain)
                             : trips / tasks + (i < trips % tasks);
      spawn.range[0] = first + done * step;
      done += size;
      spawn.range[1] = first + done * step;
      gho_task_spawn (self, &spawn);
    }
  if (!(flags & GHO_TASK_NOGROUP))
    gho_taskgroup_end (self);
}
