#include "core/workshare.h"

#include <string.h>

#include "base/mem.h"
#include "core/event.h"
#include "core/reduce.h"
#include "core/schedule.h"
#include "core/team.h"
#include "core/wait.h"
#include "core/where.h"

/* Note [The ring of descriptors]
 * The k-th worksharing construct of a region uses descriptor k mod team->ws_ring.  x_state names the
 * region, k and a step; the first thread to come claims the step from "free" to "being filled",
 * fills the descriptor and makes it ready.  The last thread to leave frees it for construct
 * k + team->ws_ring.  A state of another region counts as free, so a region that was cancelled, or
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

static uint64_t
chunks_of (uint64_t trips, uint64_t chunk)
{
  chunk = chunk ? chunk : 1;
  return trips / chunk + (trips % chunk != 0);
}

/* Equal shares of all chunks but the last. rlx: READY publishes them. */
static void
share_out (struct gho_ws *ws, const struct gho_ws_args *args, uint32_t n)
{
  uint64_t chunks = chunks_of (args->trips, args->chunk);
  if (ws->nranges < n)
    {
      gho_free (ws->ranges);
      ws->ranges = gho_zalloc_lines (n * sizeof *ws->ranges);
      ws->nranges = n;
    }
  for (uint32_t i = 0; i < n; i++)
    {
      uint64_t begin = 0, end = 0;
      if (chunks < 2 || !gho_sched_static (chunks - 1, 0, i, n, 0, &begin, &end))
        begin = end = 0;
      gho_store_rlx (&ws->ranges[i].x_chunks, begin << 32 | end);
    }
}

static void
fill (struct gho_ws *ws, const struct gho_ws_args *args, uint32_t n)
{
  if (gho_unlikely (ws->doacross != NULL || ws->memory != NULL))
    clean (ws);
  ws->trips = args->trips;
  if (args->mem != NULL)
    ws->memory = gho_zalloc_lines ((size_t) *args->mem);
  if (args->ncounts != 0)
    ws->doacross = gho_doacross_new (args->ncounts, args->counts);
  if (args->nonmonotonic)
    share_out (ws, args, n);
  gho_store_rlx (&ws->x_next, (uint64_t) 0);
  if (args->ordered)
    gho_store_rlx (&ws->x_ordered, (uint64_t) 0);
  gho_store_rlx (&ws->x_done, 0u);
}

/* Below so many chunks for each member a shared counter costs less than a line for each. */
enum { SPLIT_FROM = 8 };

/* A team of one runs a loop as one chunk, which nobody can tell from many; and chunk numbers must fit the
 * halves of a range. */
static struct gho_ws_args
normalised (const struct gho_ws_args *given, uint32_t n)
{
  struct gho_ws_args args = *given;
  if (n == 1 && !args.exact_chunks && args.ncounts == 0)
    {
      args.sched = GHO_SCHED_STATIC;
      args.chunk = 0;
      args.ordered = false;
    }
  uint64_t chunks = args.trips / (args.chunk ? args.chunk : 1);
  args.nonmonotonic = args.nonmonotonic && args.sched == GHO_SCHED_DYNAMIC && !args.ordered
                      && args.ncounts == 0 && chunks > SPLIT_FROM * n && chunks < INT32_MAX;
  return args;
}

/* The descriptor of the next construct; *first for the thread that has to fill it. */
static struct gho_ws *
claim (struct gho_team *team, uint32_t seq, bool *first)
{
  struct gho_ws *ws = &team->ws[seq & (team->ws_ring - 1)];
  uint32_t region = team->region;
  struct gho_backoff backoff = { 0 };
  for (;;)
    {
      uint64_t seen = gho_load_acq (&ws->x_state); /* pairs with the stores rel of READY and FREE */
      if (seen == state (region, seq, READY))
        {
          *first = false;
          break;
        }
      bool stale = (uint32_t) (seen >> 32) != region;
      if ((stale && seq < team->ws_ring) || seen == state (region, seq, FREE))
        {
          if (gho_cas_acqrel (&ws->x_state, &seen, state (region, seq, FILLING)))
            {
              *first = true;
              break;
            }
        }
      else
        {
          gho_note (gho_tls_self, GHO_AT_WORKSHARE, ws);
          gho_wait_backoff (&backoff);
        }
    }
  if (gho_unlikely (backoff.step != 0))
    gho_note_end (gho_tls_self);
  return ws;
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
  local->split = args->nonmonotonic;
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
gho_ws_start (struct gho_thread *self, const struct gho_ws_args *given)
{
  struct gho_team *team = self->team;
  struct gho_member *me = self->me;
  struct gho_ws_args normal = normalised (given, team->nthreads), *args = &normal;
  bool first = false;
  gho_event_begin (self, GHO_SPAN_LOOP, NULL);
  set_local (&me->ws, args);
  me->ws.ws = NULL;
  if (!needs_descriptor (args))
    return false;
  uint32_t seq = me->ws_seq++;
  struct gho_ws *ws = claim (team, seq, &first);
  if (first)
    fill (ws, args, team->nthreads);
  me->ws.ws = ws;
  if (gho_unlikely (args->reductions != NULL))
    {
      struct gho_reduction *shared = gho_reduce_enter (self, args->reductions, first ? NULL : ws->reductions);
      if (first)
        ws->reductions = shared;
    }
  if (args->mem != NULL)
    *args->mem = ws->memory;
  if (first)
    gho_store_rel (&ws->x_state, state (team->region, seq, READY));
  return first;
}

void
gho_ws_prepare (struct gho_team *team, const struct gho_ws_args *given)
{
  struct gho_ws_args normal = normalised (given, team->nthreads), *args = &normal;
  for (uint32_t i = 0; i < team->nthreads; i++)
    team->members[i].prepared = false;
  if (needs_descriptor (args))
    {
      fill (&team->ws[0], args, team->nthreads);
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
  gho_event_begin (self, GHO_SPAN_LOOP, NULL);
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

/* Note [Nonmonotonic dynamic loops]
 * Each member begins with an equal share of the chunks on a line of its own, so nobody waits for a
 * counter that all change.  Whoever has none left takes the rear half of another member's rest.
 * A range only ever shrinks until it is empty, and only its owner refills it then, with what it has
 * just taken: whoever sees all ranges empty may leave, since chunks on their way belong to a
 * thread that will run them.  GCC's code copies a lastprivate variable in the thread whose last
 * chunk is the loop's last one, so that chunk is kept back (x_next is 0): it goes to the first who finds
 * all others taken, and that thread gets no other after it. */
static bool
next_split (struct gho_ws_local *local, struct gho_ws *ws, uint32_t num, uint32_t n)
{
  uint64_t chunk = local->chunk ? local->chunk : 1;
  _Atomic uint64_t *own = &ws->ranges[num].x_chunks;
  uint64_t seen = gho_load_rlx (own), index;
  if (local->trip != 0) /* it has had the last one */
    return false;
  for (;;)
    {
      if (seen >> 32 >= (uint32_t) seen)
        break;
      if (gho_cas_rlx (own, &seen, seen + ((uint64_t) 1 << 32)))
        {
          index = seen >> 32;
          goto found;
        }
    }
  for (uint32_t i = 1, victim = num; i < n; i++)
    {
      victim = victim + 1 == n ? 0 : victim + 1;
      seen = gho_load_rlx (&ws->ranges[victim].x_chunks);
      for (;;)
        {
          uint64_t begin = seen >> 32, end = (uint32_t) seen;
          if (begin >= end)
            break;
          uint64_t middle = begin + (end - begin) / 2;
          if (gho_cas_rlx (&ws->ranges[victim].x_chunks, &seen, begin << 32 | middle))
            {
              index = middle;
              if (middle + 1 < end)
                gho_store_rlx (own, (middle + 1) << 32 | end);
              goto found;
            }
        }
    }
  seen = gho_load_rlx (&ws->x_next);
  if (seen != 0 || local->trips == 0 || !gho_cas_rlx (&ws->x_next, &seen, (uint64_t) 1))
    return false;
  local->trip = 1;
  index = chunks_of (local->trips, chunk) - 1;
found:
  local->begin = index * chunk;
  local->end = local->trips - local->begin > chunk ? local->begin + chunk : local->trips;
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
  else if (local->split)
    more = next_split (local, local->ws, self->num, team->nthreads);
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
  gho_event_end (self, GHO_SPAN_LOOP, 0);
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
      gho_store_rel (&ws->x_state, state (self->team->region, seq + self->team->ws_ring, FREE));
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
