#include "core/team.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"
#include "base/assert.h"
#include "base/log.h"
#include "base/mem.h"
#include "core/barrier.h"
#include "core/event.h"
#include "core/explain.h"
#include "core/load.h"
#include "core/wait.h"
#include "core/where.h"

/* Note [Teams are adopted]
 * A team of workers stays assembled after its region, its workers waiting on the release word.
 * Whoever starts a region of the same size adopts an idle team by one compare-and-swap of x_busy:
 * the one it used last if that is free, else any.  Only when none fits are idle teams taken apart,
 * and only when idle workers do not suffice is a thread made.  Team records are type-stable (never
 * freed), so a stale hint can always be read. */

/* (l) under pool_lock */
static struct gho_mutex pool_lock;
static struct gho_team *all_teams;     /* (l) every team record with more than one slot */
static struct gho_thread *idle_workers; /* (l) sorted by index: a member keeps its thread if it can */
static int workers_made;               /* (l) */
static bool started;                   /* (l) the back end */
static bool warned_no_thread;          /* (l) */

/* A statistic: regions that run meanwhile may or may not be in it. */
unsigned long
gho_team_regions_served (void)
{
  unsigned long sum = 0;
  gho_mutex_lock (&pool_lock);
  for (const struct gho_team *team = all_teams; team != NULL; team = team->all_next)
    sum += team->served;
  gho_mutex_unlock (&pool_lock);
  return sum;
}

static struct gho_team *
new_team (uint32_t capacity)
{
  struct gho_team *team = gho_zalloc_lines (sizeof *team);
  uint32_t groups = (capacity + GHO_GROUP - 1) / GHO_GROUP;
  team->capacity = capacity;
  team->members = gho_zalloc_lines (capacity * sizeof *team->members);
  team->release = gho_zalloc_lines (groups * GHO_LINE);
  team->ws_ring = capacity > 1 ? GHO_WS_RING : GHO_WS_RING_SOLO;
  team->ws = gho_zalloc_lines (team->ws_ring * sizeof *team->ws);
  team->arrival = gho_zalloc_lines ((groups + 1) * sizeof *team->arrival);
  for (uint32_t i = 0; i < capacity; i++)
    {
      team->members[i].team = team;
      team->members[i].num = i;
      team->members[i].place = -1;
      gho_store_rlx (&team->members[i].x_cpu, UINT32_MAX);
    }
  return team;
}

/* Set sizes and counters for n members; nobody else looks at the team. */
static void
shape_team (struct gho_team *team, uint32_t n)
{
  uint32_t phase = team->phase;
  team->nthreads = n;
  gho_store_rlx (&team->x_size, n);
  team->ngroups = (n + GHO_GROUP - 1) / GHO_GROUP;
  team->counted = n > GHO_GROUP || n > (uint32_t) gho_global.num_procs;
  for (uint32_t g = 0; g < team->ngroups; g++)
    {
      uint32_t size = g + 1 < team->ngroups ? GHO_GROUP : n - g * GHO_GROUP;
      team->arrival[g].size = size;
      gho_store_rlx (&team->arrival[g].x_missing, size);
      gho_store_rlx (gho_team_release_word (team, g), phase << 1);
    }
  team->arrival[team->ngroups].size = team->ngroups;
  gho_store_rlx (&team->arrival[team->ngroups].x_missing, team->ngroups);
  gho_store_rlx (&team->x_all_arrived, (phase + 1) << 1);
  gho_store_rlx (&team->x_claim, (phase + 1) << 1);
  gho_store_rlx (&team->x_join, (phase + 1) << 1);
  gho_store_rlx (&team->x_foreign_finished, (uint64_t) 0);
  gho_store_rlx (&team->x_hungry, 0u);
  for (uint32_t i = 0; i < n; i++)
    {
      struct gho_member *member = &team->members[i];
      member->phase = phase;
      member->released = phase << 1;
      member->joining = true;
      member->hungry = false;
      gho_store_rlx (&member->x_created, (uint64_t) 0); /* the sums must balance over these n */
      gho_store_rlx (&member->x_finished, (uint64_t) 0);
      gho_store_rlx (&member->x_arrived, (phase + 1) << 1);
    }
}

struct gho_team *
gho_team_new_root (struct gho_thread *self)
{
  struct gho_team *team = new_team (1);
  shape_team (team, 1);
  team->members[0].thread = self;
  team->region = team->members[0].region = 1; /* 0 is what a descriptor never used shows */
  team->group = team;
  team->width = 1;
  gho_store_rlx (&team->x_group_threads, 1u);
  return team;
}

/* ---- workers ---- */

/* The member's side of a region: context, then the body. */
static void
enter_region (struct gho_thread *self, struct gho_member *me, struct gho_team *team)
{
  me->region = team->region;
  me->ws_seq = me->single_seq = 0;
  me->cbar = 0;
  me->ws.ws = NULL;
  self->task = &me->implicit;
  gho_task_init_implicit (&me->implicit, self, team, team->parent_task, team->icv);
  me->implicit.group = team->reduction_group;
}

static void
bind_member (struct gho_thread *self, const struct gho_member *me)
{
  if (me->place >= 0 && self->place != me->place)
    gho_place_bind_self (me->place);
  if (me->place >= 0)
    self->place = me->place;
  self->part_first = me->part_first;
  self->part_len = me->part_len;
}

static void
serve (struct gho_thread *self)
{
  struct gho_team *team = self->team;
  struct gho_member *me = self->me;
  _Atomic uint32_t *word = gho_team_release_word (team, me->num / GHO_GROUP);
  for (;;)
    {
      me->released = gho_wait_change (self, word, me->released, GHO_WAIT_HELP | GHO_WAIT_AT (GHO_AT_REGION));
      if (team->fn == NULL)
        return;
      gho_tsan_acquire (team); /* pairs with gho_team_fork */
      me->phase++;
      me->joining = false;
      if (gho_unlikely (team->bound))
        bind_member (self, me);
      self->num_teams = team->num_teams;
      self->team_num = team->team_num;
      enter_region (self, me, team);
      if (gho_unlikely (gho_global.display_affinity))
        gho_affinity_announce (self);
      gho_event_begin (self, GHO_SPAN_PART, (const void *) (uintptr_t) team->fn);
      team->fn (team->data);
      gho_event_end (self, GHO_SPAN_PART, 0);
      gho_task_end_implicit (self, &me->implicit);
      gho_barrier_arrive_join (self);
    }
}

static void
worker_main (void *argument)
{
  struct gho_thread *self = argument;
  uint32_t go = 0;
  gho_tls_self = self;
  gho_backend_thread_enter (self->index);
  gho_store_rlx (&self->x_clock, gho_cpu_clock_self ());
  gho_where_enter (self);
  for (;;)
    {
      self->team = self->root;
      gho_note (self, GHO_AT_POOL, &self->x_go);
      go = gho_wait_change (NULL, &self->x_go, go, 0);
      gho_note_end (self);
      if (self->assigned == NULL)
        break;
      self->me = self->assigned;
      self->team = self->me->team;
      self->num = self->me->num;
      self->task = &self->me->implicit;
      self->task->team = self->team;
      struct gho_team *team = self->team;
      serve (self);
      /* From here on the team record belongs to whoever takes it apart; pairs with its wait. */
      self->team = self->root;
      gho_sub_acqrel (&team->x_leaving, 1u);
    }
  gho_where_leave (self);
  gho_store_rlx (&self->x_clock, 0);
  gho_backend_thread_exit ();
}

/* Under pool_lock. */
static void
put_idle_locked (struct gho_thread *worker)
{
  struct gho_thread **link = &idle_workers;
  while (*link != NULL && (*link)->index < worker->index)
    link = &(*link)->next;
  worker->next = *link;
  *link = worker;
}

/* The team is adopted by the caller. Its workers become idle. */
static void
take_apart_locked (struct gho_team *team)
{
  struct gho_backoff backoff = { 0 };
  uint32_t phase = team->members[0].phase + 1, n = team->nthreads;
  team->fn = NULL;
  gho_store_rlx (&team->x_leaving, n - 1);
  for (uint32_t g = 0; g < team->ngroups; g++)
    gho_wait_advance (gho_team_release_word (team, g), phase << 1);
  while (gho_load_acq (&team->x_leaving) != 0)
    gho_wait_backoff (&backoff);
  for (uint32_t i = 1; i < n; i++)
    put_idle_locked (team->members[i].thread);
  team->phase = phase;
  team->nthreads = 0;
  gho_store_rlx (&team->x_size, 0u);
}

static void
start_backend_locked (void)
{
  if (!started)
    {
      started = true;
      gho_backend_start ();
      gho_tsan_release (&started);
    }
  gho_tsan_acquire (&started); /* the RTS uses mutexes that the sanitizer sees */
}

void
gho_pool_start_backend (void)
{
  gho_mutex_lock (&pool_lock);
  start_backend_locked ();
  gho_mutex_unlock (&pool_lock);
}

static struct gho_thread *
new_worker_locked (void)
{
  struct gho_thread *worker = gho_zalloc_lines (sizeof *worker);
  worker->worker = true;
  worker->index = workers_made + 1;
  worker->place = -1;
  worker->part_len = gho_places_count ();
  worker->num_teams = 1;
  worker->root = gho_team_new_root (worker);
  start_backend_locked ();
  int error = gho_backend_thread_create (worker_main, worker, worker->index, gho_global.stack_bytes);
  if (error != 0)
    {
      if (!warned_no_thread && error != ENOSYS) /* ENOSYS: the back end has said why */
        gho_warn ("a thread could not be made (%s): teams are smaller than asked for",
                  strerror (error));
      warned_no_thread = true;
      return NULL; /* the record is lost: type-stable memory, and this is rare */
    }
  workers_made++;
  return worker;
}

static bool
adopt (struct gho_team *team)
{
  uint32_t idle = 0;
  /* acq: pairs with the store rel in give_back: the last region's writes to the record */
  return gho_load_rlx (&team->x_busy) == 0 && gho_cas_acq (&team->x_busy, &idle, 1u);
}

static void
give_back (struct gho_team *team)
{
  gho_store_rel (&team->x_busy, 0u);
}

/* Adopt the team if it has n members: looked at first, and once more when nobody can change it. */
static bool
adopt_of_size (struct gho_team *team, uint32_t n)
{
  if (gho_load_rlx (&team->x_size) != n || !adopt (team))
    return false;
  if (gho_likely (team->nthreads == n))
    return true;
  give_back (team);
  return false;
}

/* An adopted team of n members, or fewer if threads cannot be had; NULL: not even two. */
static struct gho_team *
find_team_locked (uint32_t n)
{
  struct gho_team *team, *record = NULL;
  for (team = all_teams; team != NULL; team = team->all_next)
    if (adopt_of_size (team, n))
      return team;
  uint32_t idle = 0;
  for (struct gho_thread *worker = idle_workers; worker != NULL; worker = worker->next)
    idle++;
  for (team = all_teams; team != NULL && idle < n - 1; team = team->all_next)
    if (gho_load_rlx (&team->x_size) > 1 && adopt (team))
      {
        idle += team->nthreads - 1;
        take_apart_locked (team);
        give_back (team);
      }
  for (team = all_teams; team != NULL && record == NULL; team = team->all_next)
    if (gho_load_rlx (&team->x_size) == 0 && team->capacity >= n && adopt (team))
      record = team;
  if (record == NULL)
    {
      record = new_team (n < 8 ? 8 : n);
      gho_store_rlx (&record->x_busy, 1u);
      record->all_next = all_teams;
      all_teams = record;
    }
  uint32_t got = 1;
  while (got < n)
    {
      struct gho_thread *worker = idle_workers;
      if (worker != NULL)
        idle_workers = worker->next;
      else if ((worker = new_worker_locked ()) == NULL)
        break;
      record->members[got].thread = worker;
      worker->assigned = &record->members[got++];
    }
  if (got == 1)
    {
      record->nthreads = 0;
      gho_store_rlx (&record->x_size, 0u);
      give_back (record);
      return NULL;
    }
  shape_team (record, got);
  for (uint32_t i = 1; i < got; i++)
    {
      struct gho_thread *worker = record->members[i].thread;
      gho_wait_publish (&worker->x_go, (gho_load_rlx (&worker->x_go) & ~GHO_SLEEP) + 2);
    }
  return record;
}

static struct gho_team *
find_team (uint32_t n)
{
  int saved = errno; /* starting an RTS and making threads may change it */
  gho_mutex_lock (&pool_lock);
  struct gho_team *team = find_team_locked (n);
  gho_mutex_unlock (&pool_lock);
  errno = saved;
  return team;
}

int
gho_pool_pause (void)
{
  gho_mutex_lock (&pool_lock);
  for (struct gho_team *team = all_teams; team != NULL; team = team->all_next)
    if (gho_load_rlx (&team->x_size) > 1 && adopt (team))
      {
        if (team->nthreads > 1)
          take_apart_locked (team);
        give_back (team);
      }
  while (idle_workers != NULL)
    {
      struct gho_thread *worker = idle_workers;
      idle_workers = worker->next;
      worker->assigned = NULL;
      gho_wait_publish (&worker->x_go, (gho_load_rlx (&worker->x_go) & ~GHO_SLEEP) + 2);
    }
  gho_mutex_unlock (&pool_lock);
  return 0;
}

void
gho_pool_forked (void)
{
  struct gho_thread *self = gho_tls_self;
  gho_mutex_forked (&pool_lock);
  all_teams = NULL; /* their threads do not exist here; the records are left alone */
  idle_workers = NULL;
  workers_made = 0;
  started = false;
  if (self == NULL)
    return;
  self->hint = NULL;
  self->worker = false;
  self->load = (struct gho_load) { 0 };
  self->cpu_ns = 0; /* the child's clocks start anew */
  /* Inside regions: the other members are gone, so each team goes on as a team of one. */
  for (struct gho_team *team = self->team; team != NULL; team = team->parent)
    {
      team->forked = team->forked || team->nthreads > 1;
      if (gho_mutex_forked (&team->injected.lock))
        {
          /* Another thread was changing this list: what it holds is lost with that thread. */
          team->injected.first = team->injected.last = NULL;
          gho_store_rlx (&team->injected.x_count, 0u);
        }
      team->nthreads = 1;
      team->counted = false;
      gho_store_rlx (&team->x_tasked, 0u);
      gho_store_rlx (&team->members[0].x_finished, gho_load_rlx (&team->members[0].x_created));
      gho_store_rlx (&team->x_foreign_finished, (uint64_t) 0);
    }
}

/* ---- size of a team ---- */

/* CPU time that the thread used since it was asked last. */
static uint64_t
cpu_time_since (struct gho_thread *thread, uint64_t now_ns)
{
  uint64_t used = now_ns > thread->cpu_ns ? now_ns - thread->cpu_ns : 0;
  thread->cpu_ns = now_ns;
  return used;
}

/* CPUs that others keep busy: all but the caller and the team it used last. Another primary's team is one of the
 * others, so that teams side by side share the CPUs. */
static unsigned
others_load (struct gho_thread *self)
{
  uint64_t now = gho_now_ns ();
  if (!gho_load_due (&self->load, now))
    return self->load.others;
  uint64_t own = cpu_time_since (self, gho_cpu_time_self ());
  struct gho_team *team = self->hint;
  if (team != NULL && adopt (team))
    {
      for (uint32_t i = 1; i < team->nthreads; i++)
        {
          struct gho_thread *worker = team->members[i].thread;
          own += cpu_time_since (worker, gho_cpu_time (gho_load_rlx (&worker->x_clock)));
        }
      give_back (team);
    }
  const int *cpus;
  int n = gho_places_allowed (&cpus);
  gho_load_look (&self->load, "", cpus, n, now, own);
  return self->load.others;
}

unsigned
gho_team_size (struct gho_thread *self, unsigned num_threads)
{
  const struct gho_icv *icv = gho_icv (self);
  struct gho_team *team = self->team;
  if (num_threads == 1)
    return 1;
  if (team->active_level >= (uint32_t) icv->max_active_levels)
    return 1;
  unsigned n = num_threads != 0 ? num_threads : (unsigned) gho_default_threads (icv);
  if (gho_unlikely (icv->dyn))
    {
      int capabilities = gho_backend_capabilities ();
      unsigned most = (unsigned) (capabilities > 0 ? capabilities : gho_global.default_threads);
      unsigned others = others_load (self);
      unsigned left = (unsigned) gho_global.num_procs > others ? (unsigned) gho_global.num_procs - others : 1;
      if (n > most)
        n = most;
      if (n > left)
        n = left;
    }
  if (n > 65536)
    n = 65536;
  return n;
}

/* Take up to n - 1 further threads of the contention group's limit; returns the team size. */
static uint32_t
reserve_threads (struct gho_thread *self, uint32_t n)
{
  int limit = gho_icv (self)->thread_limit;
  struct gho_team *group = self->team->group;
  if (gho_likely (limit == INT_MAX) || n == 1)
    return n;
  uint32_t in_use = gho_load_rlx (&group->x_group_threads);
  for (;;)
    {
      uint32_t room = in_use < (uint32_t) limit ? (uint32_t) limit - in_use : 0;
      uint32_t take = n - 1 < room ? n - 1 : room;
      if (gho_cas_rlx (&group->x_group_threads, &in_use, in_use + take)) /* rlx: a count */
        return take + 1;
    }
}

/* ---- fork and join ---- */

static struct gho_team *
solo_team (struct gho_thread *self)
{
  struct gho_team *team = self->solo;
  if (gho_unlikely (team == NULL))
    {
      team = new_team (1);
      shape_team (team, 1);
    }
  else
    self->solo = team->next;
  return team;
}

/* Implicit tasks' ICVs: the parent's, one step on in the lists of the environment. */
static const struct gho_icv *
team_icv (struct gho_thread *self, struct gho_team *team, uint32_t n)
{
  const struct gho_icv *icv = gho_icv (self);
  if (gho_likely (gho_global.nthreads_list_len <= 1 && gho_global.bind_list_len <= 1) || n == 1)
    return icv;
  struct gho_icv *own = &team->icv_store;
  *own = *icv;
  own->list_level++;
  if (own->list_level < gho_global.nthreads_list_len)
    own->nthreads = gho_global.nthreads_list[own->list_level];
  if (own->list_level < gho_global.bind_list_len)
    own->bind = gho_global.bind_list[own->list_level];
  return own;
}

static void
bind_team (struct gho_thread *self, struct gho_team *team, unsigned clause)
{
  uint32_t n = team->nthreads;
  int policy = gho_icv (self)->bind;
  if (clause != 0)
    policy = (int) clause;
  if (self->place < 0)
    {
      self->place = self->part_first;
      gho_place_bind_self (self->place);
    }
  int *place = gho_alloc (3 * n * sizeof *place), *first = place + n, *len = first + n;
  gho_places_assign (policy, (int) n, self->place, self->part_first, self->part_len, place, first,
                     len);
  for (uint32_t i = 0; i < n; i++)
    {
      team->members[i].place = place[i];
      team->members[i].part_first = first[i];
      team->members[i].part_len = len[i];
    }
  gho_free (place);
  team->bound = true;
}

void
gho_team_fork (struct gho_thread *self, void (*fn) (void *), void *data, unsigned num_threads,
               unsigned flags, void (*setup) (struct gho_team *, void *), void *setup_data)
{
  gho_event_begin (self, GHO_SPAN_REGION, (const void *) (uintptr_t) fn);
  uint32_t n = gho_team_size (self, num_threads);
  struct gho_team *team = self->hint;
  uint32_t sized = n, reserved = n = reserve_threads (self, n);
  if (n == 1)
    team = NULL;
  else if (team == NULL || !adopt_of_size (team, n))
    team = find_team (n);
  if (team == NULL)
    team = solo_team (self);
  n = team->nthreads;
  struct gho_member *me = &team->members[0];
  team->reserved = reserved;
  if (gho_unlikely (gho_verbose != 0))
    gho_explain_region (self, team, fn, num_threads, sized, reserved);
  team->parent = self->team;
  team->parent_member = self->me;
  team->parent_task = self->task;
  team->group = self->team->group;
  team->job = self->team->job; /* setup may choose another one */
  team->level = self->team->level + 1;
  team->active_level = self->team->active_level + (n > 1);
  team->width = self->team->width < 65536u ? self->team->width * n : 65536u;
  uint8_t tight = team->width > (uint32_t) gho_global.num_procs;
  if (gho_load_rlx (&team->x_tight) != tight)
    gho_store_rlx (&team->x_tight, tight);
  team->icv = team_icv (self, team, n);
  team->reduction_group = NULL;
  team->has_prepared = false;
  team->region++;
  team->fn = fn;
  team->data = data;
  team->saved_place = self->place;
  team->saved_first = self->part_first;
  team->saved_len = self->part_len;
  team->num_teams = self->num_teams;
  team->team_num = self->team_num;
  /* Looked at by waiting workers: left alone unless needed, so that their copies stay valid. */
  if (gho_unlikely (gho_load_rlx (&team->x_tasked) != 0))
    gho_store_rlx (&team->x_tasked, 0u);
  if (gho_unlikely (gho_load_rlx (&team->x_cancel) != 0))
    gho_store_rlx (&team->x_cancel, 0u);
  me->thread = self;
  if (n > 1)
    {
      uint32_t phase = me->phase + 1;
      if (gho_unlikely (gho_places_count () > 0
                        && ((flags & 7) != 0 || gho_icv (self)->bind != GHO_BIND_FALSE))
          && gho_icv (self)->bind != GHO_BIND_FALSE)
        bind_team (self, team, flags & 7);
      else
        team->bound = false;
      if (setup != NULL)
        setup (team, setup_data);
      if (gho_unlikely (team->job != NULL))
        gho_job_enter (team);
      if (gho_unlikely (gho_load_rlx (&team->x_cbar) != 0 || gho_load_rlx (&team->x_cbar_count) != 0))
        {
          gho_store_rlx (&team->x_cbar, 0u);
          gho_store_rlx (&team->x_cbar_count, 0u);
        }
      gho_store_rlx (&team->x_claim, phase << 1);
      me->phase = phase;
      me->joining = false;
      gho_tsan_release (team); /* pairs with serve */
      for (uint32_t g = 0; g < team->ngroups; g++)
        gho_wait_publish (gho_team_release_word (team, g), phase << 1); /* pairs with serve */
      me->released = phase << 1;
      self->hint = team;
      team->served++;
    }
  else
    {
      if (setup != NULL)
        setup (team, setup_data);
      if (gho_unlikely (team->job != NULL))
        gho_job_enter (team);
    }
  self->team = team;
  self->me = me;
  self->num = 0;
  if (gho_unlikely (team->bound) && n > 1)
    bind_member (self, me);
  enter_region (self, me, team);
  if (gho_unlikely (gho_global.display_affinity))
    gho_affinity_announce (self);
}

void
gho_team_join (struct gho_thread *self)
{
  struct gho_team *team = self->team;
  struct gho_member *me = self->me;
  gho_task_end_implicit (self, &me->implicit);
  gho_event_begin (self, GHO_SPAN_JOIN, NULL);
  gho_barrier_join (self);
  gho_event_end (self, GHO_SPAN_JOIN, 0);
  gho_event_end (self, GHO_SPAN_REGION, team->nthreads);
  if (gho_unlikely (team->job != NULL))
    gho_job_leave (team);
  if (gho_unlikely (gho_load_rlx (&team->x_ws_cancel) != 0))
    gho_store_rlx (&team->x_ws_cancel, 0u);
  self->team = team->parent;
  self->me = team->parent_member;
  self->task = team->parent_task;
  self->num = self->me->num;
  self->part_first = team->saved_first;
  self->part_len = team->saved_len;
  if (gho_unlikely (team->reserved > 1) && gho_icv (self)->thread_limit != INT_MAX)
    gho_sub_acqrel (&team->group->x_group_threads, team->reserved - 1);
  if (team->nthreads == 1)
    {
      if (team->forked)
        return; /* in a forked child: the record of a team whose threads are gone */
      team->next = self->solo;
      self->solo = team;
    }
  else
    {
      team->phase = me->phase;
      give_back (team);
    }
}

void
gho_parallel (void (*fn) (void *), void *data, unsigned num_threads, unsigned flags)
{
  struct gho_thread *self = gho_self ();
  gho_team_fork (self, fn, data, num_threads, flags, NULL, NULL);
  fn (data);
  gho_team_join (self);
}

void
gho_team_run_initial (struct gho_thread *self, void (*fn) (void *), void *data, int thread_limit,
                      struct gho_job *job)
{
  struct gho_team *root = gho_team_new_root (self), *team = self->team;
  struct gho_member *me = self->me;
  struct gho_task *task = self->task;
  uint32_t num = self->num;
  self->team = root;
  self->me = &root->members[0];
  self->num = 0;
  self->task = &self->me->implicit;
  gho_task_init_implicit (self->task, self, root, NULL, &gho_global.icv);
  if (thread_limit > 0)
    gho_icv_own (self)->thread_limit = thread_limit;
  root->job = job;
  if (gho_unlikely (root->job != NULL))
    gho_job_enter (root);
  fn (data);
  gho_task_end_implicit (self, self->task);
  gho_barrier (self);
  if (gho_unlikely (root->job != NULL))
    gho_job_leave (root);
  self->team = team;
  self->me = me;
  self->num = num;
  self->task = task;
  gho_free (root->members);
  gho_free (root->arrival);
  gho_free (root->release);
  gho_free (root);
}

void
gho_team_nudge (struct gho_team *team)
{
  /* By capacity, which is constant: a thread outside the team that completed a detached task may
   * come late, when the team is already being shaped anew; then this wakes nobody by mistake for long. */
  uint32_t groups = (team->capacity + GHO_GROUP - 1) / GHO_GROUP;
  for (uint32_t g = 0; g < groups; g++)
    gho_wait_nudge (gho_team_release_word (team, g));
  gho_wait_nudge (&team->x_join);
  gho_wait_nudge (&team->x_cbar);
  for (uint32_t i = 0; i < team->capacity; i++)
    gho_wait_nudge (&team->members[i].x_arrived);
}

/* Note [One task wakes a few]
 * A task needs one thread, and waking all members for each task costs a large team the square of
 * its size.  A wait word with the sleep bit and nobody asleep belongs to a thread that is about to sleep, and
 * looks once more, or to one that runs a task: then the next word is tried. */
void
gho_team_nudge_some (struct gho_team *team)
{
  for (uint32_t g = 0; g < team->ngroups; g++)
    if (gho_wait_nudge (gho_team_release_word (team, g)))
      return;
  if (gho_wait_nudge (&team->x_join) || gho_wait_nudge (&team->x_cbar) || team->counted)
    return;
  for (uint32_t i = 0; i < team->nthreads; i++)
    if (gho_wait_nudge (&team->members[i].x_arrived))
      return;
}
