#include "core/workshare.h"

#include <string.h>

#include "base/mem.h"
#include "core/reduce.h"
#include "core/schedule.h"
#include "core/team.h"
#include "core/wait.h"

/* Note [The ring of descriptors]
 * The k-th worksharing construct of a region uses descriptor k mod GHO_WS_RING.  x_state names the
 * region, k and a step; the first thread to come claims the step from "free" to "being filled",
 * fills the descriptor and makes it ready.  The last thread to leave frees it for construct
 * k + GHO_WS_RING.  A state of another region counts as free, so a region that was cancelled, or
 * whose threads disagreed, leaves nothing behind. */
enum { FREE, FILLING, READY };

static inline uint64_t
state (uint32_t region, uint32_t seq, unsigned step)
{
  return (uint64_t) region << 32 | (uint64_t) (seq & 0x3fffffff) << 2 | step;
}

static void
clean (struct gho_ws *ws)
{
  if (ws->doacross != NULL)
    gho_doacross_free (ws->doacross);
  gho_free (ws->memory);
  ws->doacross = NULL;
  ws->memory = NULL;
}

static void
fill (struct gho_ws *ws, const struct gho_ws_args *args)
{
  if (gho_unlikely (ws->doacross != NULL || ws->memory != NULL))
    clean (ws);
  ws->trips = args->trips;
  ws->reductions = args->reductions;
  if (args->mem != NULL)
    ws->memory = gho_zalloc_lines ((size_t) *args->mem);
  if (args->ncounts != 0)
    ws->doacross = gho_doacross_new (args->ncounts, args->counts);
  gho_store_rlx (&ws->x_next, (uint64_t) 0);
  gho_store_rlx (&ws->x_ordered, (uint64_t) 0);
  gho_store_rlx (&ws->x_done, 0u);
}

/* The descriptor of the next construct; *first for the thread that has to fill it. */
static struct gho_ws *
claim (struct gho_team *team, uint32_t seq, bool *first)
{
  struct gho_ws *ws = &team->ws[seq % GHO_WS_RING];
  uint32_t region = team->region;
  struct gho_backoff backoff = { 0 };
  for (;;)
    {
      uint64_t seen = gho_load_acq (&ws->x_state); /* pairs with the stores rel of READY and FREE */
      if (seen == state (region, seq, READY))
        {
          *first = false;
          return ws;
        }
      bool stale = (uint32_t) (seen >> 32) != region;
      if ((stale && seq < GHO_WS_RING) || seen == state (region, seq, FREE))
        {
          if (gho_cas_acqrel (&ws->x_state, &seen, state (region, seq, FILLING)))
            {
              *first = true;
              return ws;
            }
        }
      else
        gho_wait_backoff (&backoff);
    }
}

static void
set_local (struct gho_ws_local *local, const struct gho_ws_args *args)
{
  local->trips = args->trips;
  local->first = args->first;
  local->step = args->step;
  local->chunk = args->chunk;
  local->sched = args->sched;
  local->ordered = args->ordered;
  local->ordered_passed = true;
  local->begin = local->end = 0;
  local->trip = 0;
}

static bool
needs_descriptor (const struct gho_ws_args *args)
{
  return args->sched != GHO_SCHED_STATIC || args->ordered || args->shared || args->reductions != NULL
         || args->mem != NULL || args->ncounts != 0;
}

bool
gho_ws_start (struct gho_thread *self, const struct gho_ws_args *args)
{
  struct gho_team *team = self->team;
  struct gho_member *me = self->me;
  bool first = false;
  set_local (&me->ws, args);
  me->ws.ws = NULL;
  if (!needs_descriptor (args))
    return false;
  uint32_t seq = me->ws_seq++;
  struct gho_ws *ws = claim (team, seq, &first);
  if (first)
    fill (ws, args);
  me->ws.ws = ws;
  if (gho_unlikely (args->reductions != NULL))
    gho_reduce_enter (self, args->reductions, first ? NULL : ws->reductions);
  if (args->mem != NULL)
    *args->mem = ws->memory;
  if (first)
    gho_store_rel (&ws->x_state, state (team->region, seq, READY));
  return first;
}

void
gho_ws_prepare (struct gho_team *team, const struct gho_ws_args *args)
{
  for (uint32_t i = 0; i < team->nthreads; i++)
    team->members[i].prepared = false;
  if (needs_descriptor (args))
    {
      fill (&team->ws[0], args);
      gho_store_rel (&team->ws[0].x_state, state (team->region, 0, READY));
    }
  team->prepared = *args;
  team->has_prepared = true;
}

/* A thread of a combined parallel loop joins the loop that the primary prepared. */
static void
join_prepared (struct gho_thread *self)
{
  struct gho_member *me = self->me;
  set_local (&me->ws, &self->team->prepared);
  me->ws.ws = NULL;
  if (needs_descriptor (&self->team->prepared))
    me->ws.ws = &self->team->ws[me->ws_seq++];
}

static bool
next_static (struct gho_ws_local *local, const struct gho_thread *self)
{
  return gho_sched_static (local->trips, local->chunk, self->num, self->team->nthreads,
                           local->trip++, &local->begin, &local->end);
}

static bool
next_dynamic (struct gho_ws_local *local, struct gho_ws *ws, uint32_t n)
{
  uint64_t chunk = local->chunk ? local->chunk : 1, trips = local->trips;
  uint64_t seen = gho_load_rlx (&ws->x_next);
  if (seen >= trips)
    return false;
  /* rlx: the counter hands out numbers; data is ordered by the barrier. An add may pass the end
   * by n chunks; where that could overflow, compare and swap. */
  if (gho_likely (chunk < (UINT64_MAX - trips) / (n + 1)))
    {
      seen = gho_add_rlx (&ws->x_next, chunk);
      if (seen >= trips)
        return false;
    }
  else
    for (;;)
      {
        if (seen >= trips)
          return false;
        uint64_t take = trips - seen > chunk ? chunk : trips - seen;
        if (gho_cas_rlx (&ws->x_next, &seen, seen + take))
          break;
      }
  local->begin = seen;
  local->end = trips - seen > chunk ? seen + chunk : trips;
  return true;
}

static bool
next_guided (struct gho_ws_local *local, struct gho_ws *ws, uint32_t n)
{
  uint64_t seen = gho_load_rlx (&ws->x_next);
  for (;;)
    {
      if (seen >= local->trips)
        return false;
      uint64_t take = gho_sched_guided (local->trips - seen, local->chunk ? local->chunk : 1, n);
      if (gho_cas_rlx (&ws->x_next, &seen, seen + take)) /* rlx: as in next_dynamic */
        {
          local->begin = seen;
          local->end = seen + take;
          return true;
        }
    }
}

bool
gho_ws_next (struct gho_thread *self)
{
  struct gho_ws_local *local = &self->me->ws;
  struct gho_team *team = self->team;
  if (gho_unlikely (team->has_prepared && !self->me->prepared))
    {
      self->me->prepared = true;
      join_prepared (self);
    }
  if (local->ordered && !local->ordered_passed)
    gho_ordered_finish_chunk (self);
  uint32_t cancelled = gho_load_rlx (&team->x_ws_cancel);
  if (gho_unlikely (cancelled != 0) && cancelled == gho_ws_epoch (self->me))
    return false; /* rlx: no promise how soon other threads see a cancellation */
  bool more;
  if (local->sched == GHO_SCHED_STATIC)
    more = next_static (local, self);
  else if (local->sched == GHO_SCHED_GUIDED)
    more = next_guided (local, local->ws, team->nthreads);
  else
    more = next_dynamic (local, local->ws, team->nthreads);
  local->ordered_passed = !more;
  return more;
}

void
gho_ws_end (struct gho_thread *self)
{
  struct gho_member *me = self->me;
  struct gho_ws *ws = me->ws.ws;
  if (me->ws.ordered && !me->ws.ordered_passed)
    gho_ordered_finish_chunk (self);
  me->ws.ordered = false;
  if (ws == NULL)
    return;
  me->ws.ws = NULL;
  /* acq_rel: the last one acquires everybody's use of the descriptor before it frees it */
  if (gho_add_acqrel (&ws->x_done, 1u) == self->team->nthreads - 1)
    {
      if (gho_unlikely (ws->doacross != NULL || ws->memory != NULL))
        clean (ws);
      uint32_t seq = (uint32_t) (gho_load_rlx (&ws->x_state) >> 2) & 0x3fffffff;
      gho_store_rel (&ws->x_state, state (self->team->region, seq + GHO_WS_RING, FREE));
    }
}

bool
gho_single (struct gho_thread *self)
{
  struct gho_team *team = self->team;
  uint32_t seq = self->me->single_seq++;
  if (team->nthreads == 1)
    return true;
  uint64_t seen = gho_load_rlx (&team->x_single);
  uint64_t mine = (uint64_t) team->region << 32 | seq;
  /* A counter of another region stands for 0 singles handed out. */
  if (seen != mine && !((uint32_t) (seen >> 32) != team->region && seq == 0))
    return false;
  return gho_cas_rlx (&team->x_single, &seen, mine + 1); /* rlx: elects, carries no data */
}
