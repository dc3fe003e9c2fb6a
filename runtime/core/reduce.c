#include "core/reduce.h"

#include <string.h>

#include "base/atomic.h"
#include "base/log.h"
#include "base/mem.h"
#include "core/team.h"

enum { COUNT, STRIDE, MEMORY, UNUSED, NEXT, OWNER, END, VARIABLES };

/* What OWNER points to. The members of a worksharing construct share it. */
struct reduction {
  _Atomic uint32_t x_users; /* acq_rel sub; who reaches 0 frees */
  uintptr_t *first;         /* the chain's first descriptor at registration */
  void *memory;
};

static void
drop (struct reduction *reduction)
{
  if (gho_sub_acqrel (&reduction->x_users, 1u) != 1)
    return;
  gho_free (reduction->memory);
  gho_free (reduction);
}

static void
register_users (uintptr_t *data, uintptr_t *outer, unsigned nthreads, unsigned users)
{
  uintptr_t *d = data;
  for (;;)
    {
      size_t bytes = d[STRIDE] * nthreads;
      struct reduction *reduction = gho_alloc (sizeof *reduction);
      reduction->memory = memset (gho_aligned_alloc (d[MEMORY], bytes), 0, bytes);
      reduction->first = data;
      gho_store_rlx (&reduction->x_users, users); /* rlx: published with the descriptor */
      d[MEMORY] = (uintptr_t) reduction->memory;
      d[END] = d[MEMORY] + bytes;
      d[OWNER] = (uintptr_t) reduction;
      if (d[NEXT] == 0)
        break;
      d = (uintptr_t *) d[NEXT];
    }
  d[NEXT] = (uintptr_t) outer;
}

void
gho_reduce_register (uintptr_t *data, uintptr_t *outer, unsigned nthreads)
{
  register_users (data, outer, nthreads, 1);
}

void
gho_reduce_unregister (uintptr_t *data)
{
  for (uintptr_t *d = data; d != NULL; d = (uintptr_t *) d[NEXT])
    {
      struct reduction *reduction = (struct reduction *) d[OWNER];
      if (d != data && reduction->first != data)
        return; /* the outer construct's */
      drop (reduction);
    }
}

/* The descriptor that knows the address, and the offset of its variable; NULL: none. */
static uintptr_t *
find (uintptr_t *chain, uintptr_t address, uintptr_t *offset)
{
  for (uintptr_t *d = chain; d != NULL; d = (uintptr_t *) d[NEXT])
    {
      if (address >= d[MEMORY] && address < d[END])
        {
          *offset = (address - d[MEMORY]) % d[STRIDE];
          return d;
        }
      for (uintptr_t i = 0; i < d[COUNT]; i++)
        if (d[VARIABLES + 3 * i] == address)
          {
            *offset = d[VARIABLES + 3 * i + 1];
            return d;
          }
    }
  return NULL;
}

void
gho_reduce_remap (struct gho_thread *self, size_t count, size_t originals, void **addresses)
{
  struct gho_taskgroup *group = self->task->group;
  uintptr_t *chain = group ? group->reductions : NULL;
  for (size_t i = 0; i < count; i++)
    {
      uintptr_t offset = 0;
      uintptr_t *d = find (chain, (uintptr_t) addresses[i], &offset);
      if (d == NULL)
        gho_fatal ("in_reduction: no task reduction for the variable at %p", addresses[i]);
      if (i < originals)
        {
          addresses[count + i] = addresses[i];
          for (uintptr_t v = 0; v < d[COUNT]; v++)
            if (d[VARIABLES + 3 * v + 1] == offset)
              addresses[count + i] = (void *) d[VARIABLES + 3 * v];
        }
      addresses[i] = (void *) (d[MEMORY] + self->num * d[STRIDE] + offset);
    }
}

void
gho_reduce_parallel (struct gho_team *team, uintptr_t *data)
{
  struct gho_taskgroup *group = gho_zalloc (sizeof *group);
  gho_reduce_register (data, NULL, team->nthreads);
  group->reductions = data;
  group->workshare = true;
  team->reduction_group = group;
}

void
gho_reduce_enter (struct gho_thread *self, uintptr_t *data, uintptr_t *first)
{
  struct gho_taskgroup *group = gho_zalloc (sizeof *group);
  uintptr_t *outer = self->task->group ? self->task->group->reductions : NULL;
  if (first == NULL)
    register_users (data, outer, self->team->nthreads, self->team->nthreads);
  else
    for (uintptr_t *mine = data;; mine = (uintptr_t *) mine[NEXT], first = (uintptr_t *) first[NEXT])
      {
        mine[MEMORY] = first[MEMORY];
        mine[END] = first[END];
        mine[OWNER] = first[OWNER];
        if (mine[NEXT] == 0)
          {
            mine[NEXT] = (uintptr_t) outer;
            break;
          }
      }
  group->prev = self->task->group;
  group->owner = self;
  group->reductions = data;
  group->workshare = true;
  self->task->group = group;
}

void
gho_reduce_leave (struct gho_thread *self)
{
  struct gho_taskgroup *group = self->task->group;
  if (group == NULL || !group->workshare)
    return;
  uintptr_t *outer = group->prev ? group->prev->reductions : NULL;
  for (uintptr_t *d = group->reductions; d != NULL && d != outer;)
    {
      uintptr_t *next = (uintptr_t *) d[NEXT];
      drop ((struct reduction *) d[OWNER]);
      d = next;
    }
  self->task->group = group->prev;
  gho_free (group);
}
