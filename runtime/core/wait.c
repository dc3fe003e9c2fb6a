#include "core/wait.h"

#include <limits.h>
#include <sched.h>
#include <stdio.h>

#include "base/cpu.h"
#include "base/park.h"
#include "core/barrier.h"
#include "core/spread.h"
#include "core/team.h"
#include "core/where.h"

/* Note [Budgets of a wait]
 * Phase 1 spins with a pause: as long as a cache-line hand-over or a short imbalance takes.  Phase 2
 * yields between looks.  Phase 3 sleeps.  With more OpenMP threads running than CPUs a spin only
 * keeps the thread we wait for off its CPU, so the team says so (team->x_tight) and phase 1 is
 * short.  Budgets are times, turned into a number of pauses once at start: a pause takes between 1
 * and 100 nanoseconds, by processor.
 *
 * Note [A crowd]
 * A yield that took long means that somebody else runs here.  Whoever yields beside such a thread
 * loses whole time slices, while a sleeper that is woken goes to the front of the queue, and leaves
 * its CPU meanwhile to the thread that it waits for, or to whoever else wants it.  So in a crowd
 * nobody yields: waits spin a little longer than usual, for a sleep and a wake-up cost both sides,
 * and then sleep.
 * A team of more threads than CPUs is its own crowd: then each member remembers for the next few
 * waits (early_sleeps).  Else the others are not ours, and they stay: it is remembered for the whole
 * process and for a time (x_crowd_until), since finding out again costs a time slice.  A count of waits
 * would be over too soon where waits are short.
 *
 * Note [Two members on one CPU]
 * A scheduler may keep two threads of a team on one CPU for seconds although another one is free:
 * after a wake-up, or because it packs a machine's load.  A spin of any length is lost then, while a
 * yield hands the CPU to the very thread that is waited for.  So each member notes the CPU it runs
 * on beside its arrival flag (x_cpu), a line that its peers read anyway, and a wait that has lasted
 * longer than a hand-over looks whether a peer shares its CPU: if so it yields at once. */
static uint32_t spin_steps;            /* pauses in phase 1: SPIN_NS */
static uint32_t crowd_steps;           /* the same in a crowd: CROWD_SPIN_NS */
static uint32_t tight_steps = 20;      /* the same in a team of more threads than CPUs */
static uint32_t shared_steps = 30;     /* the same when a peer is on this CPU */
static uint32_t yield_steps = 100000;  /* yields in phase 2 */
static uint64_t yield_ns = 1500000;    /* and at most this long */

enum
{
  SPIN_NS = 20000,
  CROWD_SPIN_NS = 60000,
  LONG_YIELD_NS = 60000,
  CROWD_NS = 500000000, /* a crowd is remembered this long */
  CROWD_LOOKS = 256,    /* waits between looks at the clock meanwhile */
  EARLY_SLEEPS = 256,
  SHARED_WAITS = 32
};

/* In a crowd until then; 0: no crowd.  rlx: a hint that only chooses a budget. */
static _Atomic uint64_t x_crowd_until;

/* How many looks with a pause take that long here. The least of a few trials: one may be interrupted. */
static uint32_t
pauses_in (uint32_t ns)
{
  enum { TRIALS = 4, PAUSES = 128 };
  static _Atomic uint32_t word;
  uint64_t least = UINT64_MAX;
  for (int trial = 0; trial < TRIALS; trial++)
    {
      uint64_t start = gho_now_ns ();
      for (int i = 0; i < PAUSES && gho_load_acq (&word) == 0; i++)
        gho_pause ();
      uint64_t took = gho_now_ns () - start;
      if (took < least)
        least = took;
    }
  return least < PAUSES ? ns : (uint32_t) ((uint64_t) ns * PAUSES / least);
}

void
gho_wait_init (void)
{
  if (gho_global.wait_policy == 0)
    {
      tight_steps = 0;
      yield_steps = 0;
    }
  else if (gho_global.wait_policy == 1)
    {
      spin_steps = 400000;
      crowd_steps = pauses_in (CROWD_SPIN_NS);
      yield_steps = 1000000;
      yield_ns = 2000000000;
    }
  else if (gho_global.spin_count < 0)
    {
      spin_steps = pauses_in (SPIN_NS);
      crowd_steps = (uint64_t) spin_steps * CROWD_SPIN_NS / SPIN_NS;
    }
  if (gho_global.spin_count >= 0)
    {
      spin_steps = gho_global.spin_count > UINT32_MAX ? UINT32_MAX : (uint32_t) gho_global.spin_count;
      crowd_steps = spin_steps < 2000 ? spin_steps : 2000;
      if (tight_steps > spin_steps)
        tight_steps = spin_steps;
      if (spin_steps == 0)
        yield_steps = 0;
    }
}

void
gho_wait_describe (char *text, size_t size)
{
  snprintf (text, size,
            "a wait spins %u turns (in a crowd %u, with more threads than CPUs %u), then yields for up to %llu us, "
            "then sleeps",
            spin_steps, crowd_steps, tight_steps,
            yield_steps != 0 ? (unsigned long long) yield_ns / 1000 : 0ull);
}

void
gho_wait_publish (_Atomic uint32_t *word, uint32_t value)
{
  /* acq_rel: the release half pairs with the acquire loads of gho_wait_change. */
  if (gho_xchg_acqrel (word, value) & GHO_SLEEP)
    gho_futex_wake (word, INT_MAX);
}

bool
gho_wait_nudge (_Atomic uint32_t *word)
{
  uint32_t seen = gho_load_rlx (word);
  /* Clearing the bit makes the futex call of a thread that is about to sleep fail. */
  while (seen & GHO_SLEEP)
    if (gho_cas_acqrel (word, &seen, seen & ~GHO_SLEEP))
      return gho_futex_wake (word, INT_MAX) != 0;
  return false;
}

/* Yield; true when it took so long that somebody else must have run. */
static bool
yield_took_long (uint64_t *now)
{
  uint64_t before = *now;
  sched_yield ();
  *now = gho_now_ns ();
  return *now - before > LONG_YIELD_NS;
}

void
gho_wait_advance (_Atomic uint32_t *word, uint32_t value)
{
  uint32_t seen = gho_load_rlx (word);
  while ((int32_t) (value - (seen & ~GHO_SLEEP)) > 0)
    if (gho_cas_acqrel (word, &seen, value)) /* release half: pairs with gho_wait_change */
      {
        if (seen & GHO_SLEEP)
          gho_futex_wake (word, INT_MAX);
        return;
      }
}

void
gho_wait_bump (_Atomic uint32_t *word)
{
  uint32_t seen = gho_load_rlx (word);
  /* release half of acq_rel: pairs with gho_wait_change */
  while (!gho_cas_acqrel (word, &seen, (seen & ~GHO_SLEEP) + 2))
    continue;
  if (seen & GHO_SLEEP)
    gho_futex_wake (word, INT_MAX);
}

/* A member of self's team was last seen on self's CPU. rlx: a hint that only chooses a budget. */
static bool
shares_cpu (const struct gho_thread *self)
{
  const struct gho_team *team = self->team;
  uint32_t cpu = gho_cpu_number ();
  if (team->counted) /* its members do not note their CPUs */
    return false;
  if (gho_load_rlx (&self->me->x_cpu) != cpu)
    gho_store_rlx (&self->me->x_cpu, cpu);
  for (uint32_t i = 0; i < team->nthreads; i++)
    if (i != self->me->num && gho_load_rlx (&team->members[i].x_cpu) == cpu)
      return true;
  return false;
}

uint32_t
gho_wait_spin_budget (const struct gho_thread *self)
{
  if (self == NULL)
    return spin_steps;
  if (gho_load_rlx (&self->team->x_tight))
    return tight_steps;
  return spin_steps > shared_steps && shares_cpu (self) ? shared_steps : spin_steps;
}

/* Phase 3: set the sleep bit, look once more, sleep.  Returns the word. */
static uint32_t
sleep_on (struct gho_thread *self, _Atomic uint32_t *word, uint32_t old, int flags)
{
  uint32_t seen = gho_load_acq (word);
  struct gho_team *team = flags & (GHO_WAIT_HELP | GHO_WAIT_CANCEL) ? self->team : NULL;
  /* sc add, then the sc loads of gho_barrier_ready: a task maker pushes, then reads x_sleepers
   * (sc).  With less, it could miss the sleeper and the sleeper its task. */
  if (team)
    gho_add_sc (&team->x_sleepers, 1u);
  while ((seen & ~GHO_SLEEP) == old)
    {
      if (!(seen & GHO_SLEEP) && !gho_cas_sc (word, &seen, seen | GHO_SLEEP))
        continue;
      if (team && gho_barrier_ready (self, flags))
        break;
      gho_futex_wait (word, old | GHO_SLEEP, 0);
      seen = gho_load_acq (word);
      if (team)
        break; /* perhaps a nudge: look for tasks */
    }
  if (team)
    gho_sub_sc (&team->x_sleepers, 1u);
  return seen;
}

/* One look besides the word itself. True: it was worth it, start the budget anew. */
static inline bool
poll (struct gho_thread *self, int flags)
{
  return (flags & GHO_WAIT_HELP) && gho_unlikely (gho_load_rlx (&self->team->x_tasked) != 0)
         && gho_barrier_poll (self);
}

/* The crowd that was met may be gone: the clock is asked now and then. */
static bool
still_a_crowd (struct gho_thread *self)
{
  if (self != NULL && ++self->crowd_looks % CROWD_LOOKS != 0)
    return true;
  if (gho_now_ns () < gho_load_rlx (&x_crowd_until))
    return true;
  gho_store_rlx (&x_crowd_until, 0);
  return false;
}

/* The wait is over. Returns seen. */
static inline uint32_t
waited (struct gho_thread *self, uint32_t seen)
{
  gho_note_end (self);
  return seen;
}

/* A wait begins: is it in a crowd? */
static inline bool
meets_crowd (struct gho_thread *self, bool tight)
{
  bool crowd = false;
  if (tight)
    {
      if (gho_unlikely (self->early_sleeps != 0))
        {
          self->early_sleeps--;
          crowd = true;
        }
    }
  else if (gho_unlikely (gho_load_rlx (&x_crowd_until) != 0))
    crowd = still_a_crowd (self);
  if (gho_unlikely (self != NULL && self->short_turns != (crowd && !tight)))
    gho_spread_turns (self, crowd && !tight);
  return crowd;
}

/* A yield took long: remember it. */
static void
remember_crowd (struct gho_thread *self, bool tight, uint64_t now)
{
  if (tight)
    self->early_sleeps = EARLY_SLEEPS;
  else
    gho_store_rlx (&x_crowd_until, now + CROWD_NS);
}

bool
gho_wait_awake (struct gho_thread *self, bool (*done) (void *), void *argument)
{
  bool tight = gho_load_rlx (&self->team->x_tight), crowd = meets_crowd (self, tight);
  uint32_t budget = tight ? tight_steps : crowd ? crowd_steps : spin_steps;
  for (uint32_t i = 0; i < budget; i++)
    {
      if (done (argument))
        return true;
      if (i == shared_steps && !tight && shares_cpu (self))
        break;
      gho_pause ();
    }
  uint64_t start = gho_now_ns (), now = start;
  if (!crowd)
    for (uint32_t i = 0; i < yield_steps && now - start < yield_ns; i++)
      {
        bool took_long = yield_took_long (&now);
        if (done (argument))
          return true;
        if (took_long)
          {
            remember_crowd (self, tight, now);
            break;
          }
      }
  return done (argument);
}

uint32_t
gho_wait_change (struct gho_thread *self, _Atomic uint32_t *word, uint32_t old, int flags)
{
  bool tight = self != NULL && gho_load_rlx (&self->team->x_tight), crowd = meets_crowd (self, tight);
#define LOOK()                                                                                    \
  ((seen = gho_load_acq (word) & ~GHO_SLEEP) != old                                               \
   || ((flags & GHO_WAIT_CANCEL) && gho_load_acq (&self->team->x_cancel) != 0))
  for (;;)
    {
      uint32_t seen; /* LOOK's acquire pairs with gho_wait_publish and gho_wait_advance */
      uint32_t budget = tight ? tight_steps : crowd ? crowd_steps : spin_steps;
      for (uint32_t i = 0; i < budget; i++)
        {
          if (LOOK ())
            return waited (self, seen);
          if (poll (self, flags))
            i = 0;
          if (i == shared_steps && self != NULL && !tight)
            {
              gho_note (self, flags >> GHO_WAIT_AT_SHIFT, word);
              if (shares_cpu (self))
                {
                  if (++self->shared_waits > SHARED_WAITS)
                    gho_spread_self (self);
                  break;
                }
              self->shared_waits = 0;
            }
          gho_pause ();
        }
      gho_note (self, flags >> GHO_WAIT_AT_SHIFT, word);
      if (yield_steps != 0 && !crowd)
        {
          uint64_t start = gho_now_ns (), now = start;
          for (uint32_t i = 0; i < yield_steps && now - start < yield_ns; i++)
            {
              bool took_long = yield_took_long (&now);
              if (LOOK ())
                return waited (self, seen);
              if (poll (self, flags))
                i = 0, start = now;
              if (took_long)
                {
                  crowd = true;
                  remember_crowd (self, tight, now);
                  break;
                }
            }
        }
      sleep_on (self, word, old, flags);
      while (poll (self, flags))
        continue;
      if (LOOK ())
        return waited (self, seen);
    }
#undef LOOK
}

void
gho_wait_backoff (struct gho_backoff *state)
{
  uint32_t step = state->step++;
  if (step < (spin_steps < 300 ? spin_steps : 300))
    gho_pause ();
  else if (step < 1000)
    sched_yield ();
  else
    {
      /* Nobody wakes this sleeper: grow from 20 microseconds to 1 millisecond. */
      static _Atomic uint32_t never;
      uint64_t ns = 20000u * (uint64_t) (step - 999);
      gho_futex_wait (&never, 0, ns > 1000000 ? 1000000 : ns);
    }
}
