#include "base/mem.h"
#include "base/tsan.h"
#include "core/event.h"
#include "core/team.h"
#include "core/wait.h"
#include "core/where.h"
#include "core/workshare.h"

/* Note [Ordered chunks]
 * x_ordered counts the iterations whose ordered parts are over.  A thread whose chunk starts at
 * begin may enter when x_ordered == begin, and passes the turn on by x_ordered = end, when it takes
 * its next chunk or, for chunks of one iteration, already at the end of the ordered region.  Only
 * the thread whose turn it is writes.  A waiter looks at x_ordered for a while; before it waits on a word it
 * counts itself in x_ordered_waiters.  Whoever passes the turn on stores x_ordered (sc), then reads the
 * count (sc); the waiter adds to the count (sc), then reads x_ordered (sc): one of the two sees
 * the other, so the word is bumped or the waiter goes on.  The words are several, chosen by the number of the
 * iteration, so that a turn wakes the thread whose turn it is and seldom another one.  The next thread may bump before this
 * one does, so it has to be an addition: test conformance/ordered_oversubscribed.c. */
static _Atomic uint32_t *
turn_word (struct gho_ws *ws, uint64_t begin)
{
  return &ws->x_ordered_words[(begin * UINT64_C (0x9e3779b97f4a7c15) >> 32) % GHO_ORDERED_WORDS];
}

static bool
my_turn (void *local)
{
  const struct gho_ws_local *mine = local;
  return gho_load_acq (&mine->ws->x_ordered) == mine->begin; /* pairs with the store in pass_turn */
}

static void
sleep_for_turn (struct gho_thread *self, struct gho_ws *ws, uint64_t begin)
{
  _Atomic uint32_t *word = turn_word (ws, begin);
  gho_add_sc (&ws->x_ordered_waiters, 1u);
  for (;;)
    {
      uint32_t seen = gho_load_acq (word) & ~GHO_SLEEP;
      if (gho_load_sc (&ws->x_ordered) == begin)
        break;
      gho_wait_change (self, word, seen, GHO_WAIT_AT (GHO_AT_ORDERED));
    }
  gho_sub_sc (&ws->x_ordered_waiters, 1u);
}

static void
wait_turn (struct gho_thread *self)
{
  struct gho_ws_local *mine = &self->me->ws;
  gho_event_begin (self, GHO_SPAN_ORDERED, NULL);
  if (!gho_wait_awake (self, my_turn, mine))
    sleep_for_turn (self, mine->ws, mine->begin);
  gho_event_end (self, GHO_SPAN_ORDERED, 0);
}

static void
pass_turn (struct gho_ws *ws, uint64_t end)
{
  gho_store_sc (&ws->x_ordered, end);
  if (gho_load_sc (&ws->x_ordered_waiters) != 0)
    gho_wait_bump (turn_word (ws, end));
}

void
gho_ordered_start (struct gho_thread *self)
{
  struct gho_ws_local *local = &self->me->ws;
  if (local->ws == NULL || !local->ordered || self->team->nthreads == 1 || local->ordered_passed)
    return;
  if (gho_load_acq (&local->ws->x_ordered) != local->begin)
    wait_turn (self);
  gho_tsan_acquire (&local->ws->x_ordered);
}

void
gho_ordered_end (struct gho_thread *self)
{
  struct gho_ws_local *local = &self->me->ws;
  if (local->ws == NULL || !local->ordered || self->team->nthreads == 1 || local->ordered_passed)
    return;
  gho_tsan_release (&local->ws->x_ordered);
  if (local->end - local->begin != 1)
    return;
  local->ordered_passed = true;
  pass_turn (local->ws, local->end);
}

void
gho_ordered_finish_chunk (struct gho_thread *self)
{
  struct gho_ws_local *local = &self->me->ws;
  if (self->team->nthreads > 1)
    {
      if (gho_load_acq (&local->ws->x_ordered) != local->begin)
        wait_turn (self);
      pass_turn (local->ws, local->end);
    }
  local->ordered_passed = true;
}

/* Note [Doacross]
 * For each iteration of the outer loop, how far its inner iterations are posted: 1 + the flattened
 * number of the last one.  One thread runs an outer iteration, in order, so the number only grows.
 * With a single loop it is 0 or 1 and a byte is enough.  A poster makes the waking call only if
 * x_waiters says that somebody sleeps; sc on both sides, else each could miss the other. */
struct gho_doacross {
  uint32_t ncounts;
  uint64_t *counts;
  _Atomic uint64_t *x_posted; /* ncounts > 1 */
  _Atomic uint8_t *x_done;    /* ncounts == 1 */
  _Alignas (GHO_LINE) _Atomic uint32_t x_waiters;
  _Atomic uint32_t x_word; /* wait word, bumped by posters that saw waiters */
};

struct gho_doacross *
gho_doacross_new (uint32_t ncounts, const uint64_t *counts)
{
  struct gho_doacross *doacross = gho_zalloc_lines (sizeof *doacross);
  size_t outer = (size_t) counts[0];
  doacross->ncounts = ncounts;
  doacross->counts = gho_alloc (ncounts * sizeof *counts);
  for (uint32_t i = 0; i < ncounts; i++)
    doacross->counts[i] = counts[i];
  if (ncounts > 1)
    doacross->x_posted = gho_zalloc (outer * sizeof *doacross->x_posted);
  else
    doacross->x_done = gho_zalloc (outer);
  return doacross;
}

void
gho_doacross_free (struct gho_doacross *doacross)
{
  gho_free (doacross->counts);
  gho_free ((void *) doacross->x_posted);
  gho_free ((void *) doacross->x_done);
  gho_free (doacross);
}

static uint64_t
flatten (const struct gho_doacross *doacross, const uint64_t *counts)
{
  uint64_t flat = 0;
  for (uint32_t i = 1; i < doacross->ncounts; i++)
    flat = flat * doacross->counts[i] + counts[i];
  return flat + 1;
}

/* For the thread sanitizer: an outer iteration. */
static const volatile void *
row_tag (const struct gho_doacross *doacross, const uint64_t *counts)
{
  if (doacross->ncounts == 1)
    return &doacross->x_done[counts[0]];
  return &doacross->x_posted[counts[0]];
}

void
gho_doacross_post (struct gho_thread *self, const uint64_t *counts)
{
  struct gho_doacross *doacross = self->me->ws.ws ? self->me->ws.ws->doacross : NULL;
  if (doacross == NULL || self->team->nthreads == 1 || counts[0] >= doacross->counts[0])
    return;
  gho_tsan_release (row_tag (doacross, counts));
  if (doacross->ncounts == 1)
    gho_store_sc (&doacross->x_done[counts[0]], (uint8_t) 1);
  else
    gho_store_sc (&doacross->x_posted[counts[0]], flatten (doacross, counts));
  if (gho_load_sc (&doacross->x_waiters) != 0)
    gho_wait_bump (&doacross->x_word);
}

struct sink {
  struct gho_doacross *doacross;
  const uint64_t *counts;
};

static bool
posted (void *argument)
{
  const struct sink *sink = argument;
  struct gho_doacross *doacross = sink->doacross;
  const uint64_t *counts = sink->counts;
  if (doacross->ncounts == 1)
    return gho_load_sc (&doacross->x_done[counts[0]]) != 0;
  return gho_load_sc (&doacross->x_posted[counts[0]]) >= flatten (doacross, counts);
}

static void
wait_posted (struct gho_thread *self, struct gho_doacross *doacross, const uint64_t *counts)
{
  struct sink sink = { doacross, counts };
  if (posted (&sink) || gho_wait_awake (self, posted, &sink))
    return;
  gho_add_sc (&doacross->x_waiters, 1u);
  for (;;)
    {
      uint32_t word = gho_load_acq (&doacross->x_word) & ~GHO_SLEEP;
      if (posted (&sink))
        break;
      gho_wait_change (self, &doacross->x_word, word, GHO_WAIT_AT (GHO_AT_DOACROSS));
    }
  gho_sub_sc (&doacross->x_waiters, 1u);
}

void
gho_doacross_wait (struct gho_thread *self, const uint64_t *counts)
{
  struct gho_doacross *doacross = self->me->ws.ws ? self->me->ws.ws->doacross : NULL;
  if (doacross == NULL || self->team->nthreads == 1 || counts[0] >= doacross->counts[0])
    return;
  wait_posted (self, doacross, counts);
  gho_tsan_acquire (row_tag (doacross, counts));
}

uint32_t
gho_doacross_ncounts (const struct gho_thread *self)
{
  const struct gho_ws *ws = self->me->ws.ws;
  return ws != NULL && ws->doacross != NULL ? ws->doacross->ncounts : 1;
}
