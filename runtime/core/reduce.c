#include "core/reduce.h"


#include "base/atomic.h"
#include "base/log.h"
#include "base/mem.h"
#include "core/team.h"

enum { COUNT, STRIDE, MEMORY, UNUSED, NEXT, OWNER, END, VARIABLES };

/* Note [Cancelled worksharing reductions]
 * The last member to leave a worksharing construct frees its reductions.  When the region is
 * cancelled some members never come to the construct, so nobody is the last one.  The team
 * therefore keeps a list of those in use, and the next construct of another region frees what an earlier
 * region has left: all its members are past that region's join.  Test: cancel_reduction.c */

/* What OWNER points to. The members of a worksharing construct share it. */
struct gho_reduction {
  _Atomic uint32_t x_users; /* acq_rel sub; who reaches 0 frees */
  uintptr_t *first;         /* the chain's first descriptor at registration */
  void *memory;
  struct gho_team *team;    /* of a worksharing construct, else NULL */
  uint32_t region;
  struct gho_reduction *next; /* team->reductions, under its lock */
  struct gho_reduction *chain; /* of the construct's next descriptor; constant */
};

static void
reduction_free (struct gho_reduction *reduction)
{
  gho_free (reduction->memory);
  gho_free (reduction);
}

static void
drop (struct gho_reduction *reduction)
{
  if (gho_sub_acqrel (&reduction->x_users, 1u) != 1)
    return;
  struct gho_team *team = reduction->team;
  if (team != NULL)
    {
      gho_mutex_lock (&team->reductions_lock);
      struct gho_reduction **link = &team->reductions;
      while (*link != reduction)
        link = &(*link)->next;
      *link = reduction->next;
      gho_mutex_unlock (&team->reductions_lock);
    }
  reduction_free (reduction);
}

/* Keep it in the team's list, and free what cancelled regions have left there. */
static void
enlist (struct gho_team *team, struct gho_reduction *reduction)
{
  struct gho_reduction *stale = NULL, **link;
  reduction->team = team;
  reduction->region = team->region;
  gho_mutex_lock (&team->reductions_lock);
  for (link = &team->reductions; *link != NULL;)
    {
      struct gho_reduction *old = *link;
      if (old->region == team->region)
        {
          link = &old->next;
          continue;
        }
      *link = old->next;
      old->next = stale;
      stale = old;
    }
  reduction->next = team->reductions;
  team->reductions = reduction;
  gho_mutex_unlock (&team->reductions_lock);
  while (stale != NULL)
    {
      struct gho_reduction *old = stale;
      stale = old->next;
      reduction_free (old);
    }
}

/* team: of a worksharing construct, each of its members is a user. NULL: one user. */
static void
register_users (uintptr_t *data, uintptr_t *outer, unsigned nthreads, struct gho_team *team)
{
  uintptr_t *d = data;
  struct gho_reduction *before = NULL;
  for (;;)
    {
      size_t bytes = d[STRIDE] * nthreads;
      struct gho_reduction *reduction = gho_zalloc (sizeof *reduction);
      reduction->memory = gho_zalloc_aligned (d[MEMORY], bytes);
      reduction->first = data;
      gho_store_rlx (&reduction->x_users, team ? nthreads : 1); /* rlx: published with the descriptor */
      if (team != NULL)
        enlist (team, reduction);
      d[MEMORY] = (uintptr_t) reduction->memory;
      d[END] = d[MEMORY] + bytes;
      d[OWNER] = (uintptr_t) reduction;
      if (before != NULL)
        before->chain = reduction;
      before = reduction;
      if (d[NEXT] == 0)
        break;
      d = (uintptr_t *) d[NEXT];
    }
  d[NEXT] = (uintptr_t) outer;
}

void
gho_reduce_register (uintptr_t *data, uintptr_t *outer, unsigned nthreads)
{
  register_users (data, outer, nthreads, NULL);
}

void
gho_reduce_unregister (uintptr_t *data)
{
  for (uintptr_t *d = data; d != NULL; d = (uintptr_t *) d[NEXT])
    {
      struct gho_reduction *reduction = (struct gho_reduction *) d[OWNER];
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

struct gho_reduction *
gho_reduce_enter (struct gho_thread *self, uintptr_t *data, struct gho_reduction *first)
{
  struct gho_taskgroup *group = gho_zalloc (sizeof *group);
  uintptr_t *outer = self->task->group ? self->task->group->reductions : NULL;
  if (first == NULL)
    register_users (data, outer, self->team->nthreads, self->team);
  else
    /* Not from the first one's descriptors: it may have been cancelled and be gone. */
    for (uintptr_t *mine = data;; mine = (uintptr_t *) mine[NEXT], first = first->chain)
      {
        mine[MEMORY] = (uintptr_t) first->memory;
        mine[END] = mine[MEMORY] + mine[STRIDE] * self->team->nthreads;
        mine[OWNER] = (uintptr_t) first;
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
  return (struct gho_reduction *) data[OWNER];
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
      drop ((struct gho_reduction *) d[OWNER]);
      d = next;
    }
  self->task->group = group->prev;
  gho_free (group);
}
