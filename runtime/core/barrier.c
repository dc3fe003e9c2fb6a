#include "core/barrier.h"

#include "core/event.h"
#include "core/wait.h"
#include "core/where.h"

/* Note [Phases]
 * Every barrier of a team, and every join together with the fork that follows it, is one phase.  A
 * member that has passed phase q - 1 arrives at q.  Small teams with a CPU for each member use
 * flags: each member writes its own line and reads the others', half a round trip for two.
 * Others count: a counter per group of GHO_GROUP members and a root; the last one releases.
 *
 * Note [Tasks at a barrier]
 * If a task was deferred in this region before the barrier (tasked), nobody may leave before all are
 * finished.  All have arrived and sum(finished) == sum(created) is stable then, and whoever finds
 * it true claims the phase (x_claim) and publishes: the release words, or x_join for a join.
 * Nobody leaves a tasked barrier on its own finding: another thread might leave, make new tasks,
 * and keep a slow one in here for ever.  x_tasked holds the phase of the first such barrier,
 * because a thread that left an untasked barrier may make the region's first task while a slow
 * thread is still inside: for that one the barrier must stay untasked.
 * Two members that finish the last two tasks at the same time may each miss the other's counter;
 * both look again after the sc increment of x_sleepers, before they sleep (gho_barrier_ready). */

static inline bool
tasked (const struct gho_team *team, uint32_t phase)
{
  uint32_t first = gho_load_rlx (&team->x_tasked); /* rlx: ordered by the arrivals, see above */
  return first != 0 && (int32_t) (first - (phase << 1 | 1)) <= 0;
}

static bool
all_arrived (const struct gho_team *team, uint32_t phase)
{
  if (team->counted)
    return (int32_t) (gho_load_acq (&team->x_all_arrived) - (phase << 1)) >= 0;
  for (uint32_t i = 0; i < team->nthreads; i++)
    if ((int32_t) ((gho_load_acq (&team->members[i].x_arrived) & ~GHO_SLEEP) - (phase << 1)) < 0)
      return false;
  return true;
}

static bool
claim (struct gho_team *team, uint32_t phase)
{
  uint32_t seen = gho_load_rlx (&team->x_claim);
  while ((int32_t) ((phase << 1) - seen) > 0)
    if (gho_cas_acqrel (&team->x_claim, &seen, phase << 1))
      return true;
  return false;
}

static void
release_all (struct gho_team *team, uint32_t phase)
{
  for (uint32_t g = 0; g < team->ngroups; g++)
    gho_wait_advance (gho_team_release_word (team, g), phase << 1);
}

/* What a complete phase means for the members: see gho_member.joining. */
static void
publish (struct gho_thread *self, uint32_t phase)
{
  struct gho_team *team = self->team;
  if (self->me->joining)
    gho_wait_advance (&team->x_join, phase << 1);
  else
    release_all (team, phase);
}

static bool
complete (struct gho_thread *self)
{
  struct gho_team *team = self->team;
  uint32_t phase = self->me->phase + 1;
  return (int32_t) ((phase << 1) - gho_load_rlx (&team->x_claim)) > 0 && all_arrived (team, phase)
         && gho_task_quiescent (self);
}

bool
gho_barrier_poll (struct gho_thread *self)
{
  struct gho_team *team = self->team;
  uint32_t phase = self->me->phase + 1;
  if (!tasked (team, phase))
    return false;
  if (gho_task_help (self, true))
    return true;
  if (self->me->in_cbar || !complete (self) || !claim (team, phase))
    return false;
  publish (self, phase);
  return true;
}

bool
gho_barrier_ready (struct gho_thread *self, int wait_flags)
{
  struct gho_team *team = self->team;
  if ((wait_flags & GHO_WAIT_CANCEL) && gho_load_sc (&team->x_cancel) != 0)
    return true;
  if (!(wait_flags & GHO_WAIT_HELP) || !tasked (team, self->me->phase + 1))
    return false;
  return gho_task_available (self) || (!self->me->in_cbar && complete (self));
}

/* Show this arrival. rlx store: a hint, on the line that the exchange takes anyway. */
static inline void
show_arrival (struct gho_member *me, uint32_t phase)
{
  gho_store_rlx (&me->x_cpu, gho_cpu_number ());
  gho_wait_publish (&me->x_arrived, phase << 1);
}

/* Count this arrival; true for the last of the team. */
static bool
count_arrival (struct gho_team *team, uint32_t num)
{
  struct gho_arrival *group = &team->arrival[num / GHO_GROUP];
  struct gho_arrival *root = &team->arrival[team->ngroups];
  /* acq_rel: the last one acquires all the others' writes and passes them on by its release */
  if (gho_sub_acqrel (&group->x_missing, 1u) != 1)
    return false;
  gho_store_rlx (&group->x_missing, group->size); /* rlx: next used after the release */
  if (gho_sub_acqrel (&root->x_missing, 1u) != 1)
    return false;
  gho_store_rlx (&root->x_missing, root->size);
  return true;
}

/* Wait until member's flag shows the phase. */
static inline void
wait_arrived (struct gho_thread *self, struct gho_member *member, uint32_t phase)
{
  uint32_t seen = gho_load_acq (&member->x_arrived) & ~GHO_SLEEP; /* pairs with the exchange at arrival */
  while ((int32_t) (seen - (phase << 1)) < 0)
    seen = gho_wait_change (self, &member->x_arrived, seen, GHO_WAIT_HELP | GHO_WAIT_AT (GHO_AT_BARRIER));
}

/* Wait for the release of this phase. */
static void
wait_release (struct gho_thread *self)
{
  struct gho_member *me = self->me;
  me->released = gho_wait_change (self, gho_team_release_word (self->team, me->num / GHO_GROUP),
                                  me->released, GHO_WAIT_HELP | GHO_WAIT_AT (GHO_AT_BARRIER));
}

void
gho_barrier (struct gho_thread *self)
{
  struct gho_team *team = self->team;
  struct gho_member *me = self->me;
  uint32_t phase = me->phase + 1;
  if (team->nthreads == 1)
    {
      while (gho_unlikely (gho_load_rlx (&team->x_tasked) != 0) && !gho_task_quiescent (self))
        gho_task_wait_any (self);
      gho_tsan_acquire (gho_team_tag (team, phase));
      gho_note_end (self);
      me->phase = phase; /* for gho_ws_epoch */
      return;
    }
  gho_event_begin (self, GHO_SPAN_BARRIER, NULL);
  gho_tsan_release (gho_team_tag (team, phase));
  me->joining = false;
  if (team->counted)
    {
      if (count_arrival (team, me->num))
        {
          gho_store_rel (&team->x_all_arrived, phase << 1); /* pairs with all_arrived */
          if (!tasked (team, phase))
            {
              gho_store_rlx (&team->x_claim, phase << 1); /* rlx: nobody competes untasked */
              release_all (team, phase);
            }
        }
      wait_release (self);
    }
  else
    {
      show_arrival (me, phase);
      for (uint32_t i = 0; i < team->nthreads; i++)
        if (i != me->num)
          wait_arrived (self, &team->members[i], phase);
      if (gho_unlikely (tasked (team, phase)))
        wait_release (self);
    }
  gho_tsan_acquire (gho_team_tag (team, phase));
  me->phase = phase;
  gho_event_end (self, GHO_SPAN_BARRIER, 0);
}

/* Note [Cancellable barriers]
 * A thread leaves one as soon as the region is cancelled, so arrivals can stay incomplete; the
 * barrier has its own counter and generation, which the primary resets when it forks. */
bool
gho_barrier_cancel (struct gho_thread *self)
{
  struct gho_team *team = self->team;
  struct gho_member *me = self->me;
  if (gho_load_acq (&team->x_cancel) != 0)
    return true;
  if (team->nthreads == 1)
    {
      gho_barrier (self);
      return false;
    }
  uint32_t next = me->cbar + 2;
  gho_event_begin (self, GHO_SPAN_BARRIER, NULL);
  gho_tsan_release (gho_team_cancel_tag (team, next));
  me->in_cbar = true;
  /* acq_rel: the last one acquires the others' writes; its publish releases them */
  if (gho_add_acqrel (&team->x_cbar_count, 1u) == team->nthreads - 1)
    {
      gho_store_rlx (&team->x_cbar_count, 0u); /* rlx: next used after the publish */
      while (tasked (team, me->phase + 1) && !gho_task_quiescent (self)
             && gho_load_acq (&team->x_cancel) == 0)
        gho_task_wait_any (self);
      gho_note_end (self);
      gho_wait_publish (&team->x_cbar, next);
    }
  else
    while (gho_wait_change (self, &team->x_cbar, me->cbar,
                            GHO_WAIT_HELP | GHO_WAIT_CANCEL | GHO_WAIT_AT (GHO_AT_CANCELLABLE_BARRIER))
             == me->cbar
           && gho_load_acq (&team->x_cancel) == 0)
      continue;
  gho_tsan_acquire (gho_team_cancel_tag (team, next));
  gho_tsan_acquire (gho_team_tag (team, me->phase + 1)); /* tasks */
  me->in_cbar = false;
  me->cbar = next;
  gho_event_end (self, GHO_SPAN_BARRIER, 0);
  return gho_load_acq (&team->x_cancel) != 0;
}

void
gho_barrier_arrive_join (struct gho_thread *self)
{
  struct gho_team *team = self->team;
  struct gho_member *me = self->me;
  uint32_t phase = me->phase + 1;
  gho_tsan_release (gho_team_tag (team, phase));
  me->joining = true;
  if (!team->counted)
    show_arrival (me, phase);
  else if (count_arrival (team, me->num))
    {
      gho_store_rel (&team->x_all_arrived, phase << 1);
      if (!tasked (team, phase))
        {
          gho_store_rlx (&team->x_claim, phase << 1);
          gho_wait_advance (&team->x_join, phase << 1);
        }
    }
}

void
gho_barrier_join (struct gho_thread *self)
{
  struct gho_team *team = self->team;
  struct gho_member *me = self->me;
  uint32_t phase = me->phase + 1;
  if (team->nthreads == 1)
    {
      gho_barrier (self);
      return;
    }
  gho_barrier_arrive_join (self);
  if (!team->counted)
    {
      for (uint32_t i = 1; i < team->nthreads; i++)
        wait_arrived (self, &team->members[i], phase);
      if (gho_likely (!tasked (team, phase)))
        {
          gho_tsan_acquire (gho_team_tag (team, phase));
          return;
        }
    }
  uint32_t seen = gho_load_acq (&team->x_join) & ~GHO_SLEEP;
  while ((int32_t) (seen - (phase << 1)) < 0)
    seen = gho_wait_change (self, &team->x_join, seen, GHO_WAIT_HELP | GHO_WAIT_AT (GHO_AT_BARRIER));
  gho_tsan_acquire (gho_team_tag (team, phase));
}
