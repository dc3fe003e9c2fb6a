#include "core/task.h"

#include <alloca.h>
#include <sched.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/tsan.h"
#include "core/depend.h"
#include "core/event.h"
#include "core/team.h"
#include "core/wait.h"
#include "core/where.h"

/* Note [Run at once or defer]
 * A task nobody is waiting for is cheapest when it runs in its creator, as a call.  So a task is
 * put into the deque only while few are there or some thread looks for work (x_hungry); else it
 * runs at once, which also bounds memory.  It has a record all the same: its children need a
 * parent, and a thief must be able to walk up to any ancestor.
 *
 * Note [Which task may run]
 * In a taskwait only descendants of the current task are run (5.2, 12.9).  An untied task stays on the
 * thread that began it, and is treated as tied but in taskyield: there it runs whatever the
 * nearest tied task below it on the stack may run, as long as not too many such calls are nested.  From the own deque these are the entries pushed since the current task started (floor).
 * A thief walks up from the oldest entry before it claims it.  The record may be reused under its
 * hands; then the claim fails, because an entry is claimed before its task ends.  Progress: what
 * a task waits for started later than the task itself, so waits form no cycle, and what is queued
 * can be taken by the thread that queued it. */

enum { SMALL_RECORD = 256, LARGE_RECORD = 1024, DEFER_MAX = 64, WALK_MAX = 512, YIELD_MAX = 32 };

static const size_t record_bytes[GHO_SLAB_CLASSES] = { SMALL_RECORD, LARGE_RECORD };

_Static_assert (sizeof (struct gho_task) <= SMALL_RECORD - 64, "room for small arguments");

/* ---- records ---- */

static __attribute__ ((noinline)) struct gho_task *
record_refill (struct gho_thread *self, int class)
{
  /* acq half: pairs with the CAS in record_put */
  struct gho_task *task = gho_xchg_acqrel (&self->slab.x_returned[class], (struct gho_task *) NULL);
  if (task == NULL)
    {
      size_t bytes = record_bytes[class], n = 64;
      char *chunk = gho_zalloc_lines (n * bytes);
      for (size_t i = n; i-- > 0;)
        {
          struct gho_task *record = (struct gho_task *) (void *) (chunk + i * bytes);
          record->slab_owner = self;
          record->slab_class = (uint8_t) class;
          record->next = task;
          task = record;
        }
    }
  self->slab.free[class] = task->next;
  return task;
}

static inline struct gho_task *
record_get (struct gho_thread *self, int class)
{
  struct gho_task *task = self->slab.free[class];
  if (gho_unlikely (task == NULL))
    return record_refill (self, class);
  self->slab.free[class] = task->next;
  return task;
}

/* self may be NULL: a foreign thread. */
static void
record_put (struct gho_thread *self, struct gho_task *task)
{
  struct gho_thread *owner = task->slab_owner;
  if (gho_unlikely (task->icv_owned))
    gho_free ((void *) task->icv);
  if (gho_unlikely (task->args_owned))
    gho_free (task->args);
  if (owner == self)
    {
      task->next = owner->slab.free[task->slab_class];
      owner->slab.free[task->slab_class] = task;
      return;
    }
  struct gho_task *head = gho_load_rlx (&owner->slab.x_returned[task->slab_class]);
  do
    task->next = head;
  while (!gho_cas_acqrel (&owner->slab.x_returned[task->slab_class], &head, task));
}

static inline void
record_init (struct gho_thread *self, struct gho_task *task, struct gho_task *parent, unsigned flags)
{
  gho_store_rlx (&task->x_parent, parent); /* rlx: published by the push; see struct gho_task */
  gho_store_rlx (&task->x_depth, gho_load_rlx (&parent->x_depth) + 1);
  task->icv = parent->icv;
  task->group = parent->group;
  task->thread = self;
  task->team = self->team;
  task->kind = GHO_TASK_EXPLICIT;
  task->body_done = task->icv_owned = task->detach = task->args_owned = task->holds_parent = false;
  task->final = parent->final || (flags & GHO_TASK_FINAL) != 0;
  task->untied = (flags & GHO_TASK_UNTIED) != 0;
  task->local = 0;
  gho_store_rlx (&task->x_pending, GHO_TASK_REF);
  task->floor = gho_load_rlx (&self->me->deque.x_bottom);
  task->depends = NULL;
  task->node = NULL;
}

/* x_pending of task became 0. */
static void
record_release (struct gho_thread *self, struct gho_task *task)
{
  for (;;)
    {
      struct gho_task *parent = gho_load_rlx (&task->x_parent);
      bool held = task->holds_parent;
      record_put (self, task);
      /* acq_rel: whoever frees has seen all others leave */
      if (!held || gho_add_acqrel (&parent->x_pending, -GHO_TASK_REF) != GHO_TASK_REF)
        return;
      task = parent;
    }
}

/* ---- who looks for work ---- */

static inline void
set_hungry (struct gho_thread *self)
{
  if (!self->me->hungry)
    {
      self->me->hungry = true;
      gho_add_rlx (&self->team->x_hungry, 1u); /* rlx: a hint */
    }
}

void
gho_task_init_implicit (struct gho_task *task, struct gho_thread *self, struct gho_team *team,
                        struct gho_task *parent, const struct gho_icv *icv)
{
  gho_store_rlx (&task->x_parent, parent);
  gho_store_rlx (&task->x_depth, 0u);
  task->icv = icv;
  task->group = NULL;
  task->thread = self;
  task->team = team;
  task->kind = GHO_TASK_IMPLICIT;
  task->final = task->body_done = task->icv_owned = task->untied = false;
  task->below = NULL;
  task->local = 0;
  gho_store_rlx (&task->x_pending, GHO_TASK_REF); /* never dropped */
  task->floor = INT64_MIN;
  task->depends = NULL;
  gho_task_sated (self);
}

void
gho_task_end_implicit (struct gho_thread *self, struct gho_task *task)
{
  (void) self;
  if (gho_unlikely (task->depends != NULL))
    {
      gho_depend_orphan (task->depends);
      task->depends = NULL;
    }
}

/* ---- waking ---- */

void
gho_task_wake (struct gho_thread *owner)
{
  /* sc: after the caller's sc write of what is waited for; the waiter stores x_wake, then looks */
  if (gho_unlikely (gho_load_sc (&owner->x_wake) != 0)
      && gho_xchg_sc (&owner->x_wake, 0u) != 0)
    gho_futex_wake (&owner->x_wake, 1);
}

/* ---- making tasks available ---- */

static void
inject (struct gho_team *team, struct gho_task *task)
{
  struct gho_injected *injected = &team->injected;
  gho_mutex_lock (&injected->lock);
  if (injected->first == NULL || injected->last->priority >= task->priority)
    {
      task->next = NULL;
      if (injected->first == NULL)
        injected->first = task;
      else
        injected->last->next = task;
      injected->last = task;
    }
  else
    {
      struct gho_task **link = &injected->first;
      while ((*link)->priority >= task->priority)
        link = &(*link)->next;
      task->next = *link;
      *link = task;
    }
  gho_add_sc (&injected->x_count, 1u); /* sc: before the look at x_sleepers */
  gho_mutex_unlock (&injected->lock);
}

void
gho_task_push (struct gho_thread *self, struct gho_task *task, bool local)
{
  struct gho_team *team = task->team;
  if (!local || task->priority > 0 || !gho_deque_push (&self->me->deque, task))
    inject (team, task);
  /* sc: pairs with the sleeper's count, see gho_deque_push */
  if (gho_unlikely (gho_load_sc (&team->x_sleepers) != 0))
    gho_team_nudge_some (team);
}

/* ---- completion ---- */

static inline void
group_add (struct gho_thread *self, struct gho_taskgroup *group)
{
  if (group == NULL || group->workshare)
    return;
  if (group->owner == self)
    group->local++;
  else
    gho_add_acqrel (&group->x_remote, (int64_t) 1);
}

static inline void
group_done (struct gho_thread *self, struct gho_taskgroup *group)
{
  if (group == NULL || group->workshare)
    return;
  struct gho_thread *owner = group->owner; /* the group may be gone after the decrement */
  if (owner == self)
    group->local--;
  else
    {
      gho_add_sc (&group->x_remote, (int64_t) -1);
      gho_task_wake (owner);
    }
}

/* A counted child is complete.  keep: its record lives on and holds the parent's. */
static inline void
child_done (struct gho_thread *self, struct gho_task *parent, bool keep)
{
  struct gho_thread *owner = parent->thread;
  if (owner == self && !parent->body_done)
    {
      parent->local--;
      if (keep)
        gho_add_rlx (&parent->x_pending, GHO_TASK_REF);
      return;
    }
  int64_t change = (keep ? GHO_TASK_REF : 0) - 1;
  if (gho_add_sc (&parent->x_pending, change) + change == 0)
    record_release (self, parent);
  else
    gho_task_wake (owner);
}

/* The body has ended. */
static inline void
body_ends (struct gho_task *task)
{
  if (gho_unlikely (task->depends != NULL))
    {
      gho_depend_orphan (task->depends);
      task->depends = NULL;
    }
  if (gho_unlikely (task->local != 0))
    {
      task->body_done = true;
      gho_add_acqrel (&task->x_pending, task->local);
    }
}

/* All but the record's fate: see struct gho_task.  True: no child is left. */
static inline bool
childless (struct gho_task *task)
{
  return gho_load_acq (&task->x_pending) == GHO_TASK_REF;
}

static void
drop_own (struct gho_thread *self, struct gho_task *task)
{
  if (gho_add_acqrel (&task->x_pending, -GHO_TASK_REF) == GHO_TASK_REF)
    record_release (self, task);
}

/* To the thread sanitizer, for whatever may wait for it. */
static __attribute__ ((noinline)) void
tell_completion (const struct gho_member *me, struct gho_task *task)
{
  gho_tsan_release (gho_task_children_tag (gho_load_rlx (&task->x_parent)));
  if (task->group != NULL)
    gho_tsan_release (task->group);
  gho_tsan_release (gho_team_tag (task->team, me != NULL ? me->phase + 1 : 0));
  if (me == NULL)
    gho_tsan_release (gho_team_tag (task->team, 1)); /* which phase it is, a foreign thread does not know */
}

/* A counted task is complete.  self NULL: a foreign thread. inside: by a thread that has just run
 * it or its body, so released tasks may go to its deque. */
static void
complete (struct gho_thread *self, struct gho_task *task, bool inside)
{
  struct gho_team *team = task->team;
  struct gho_task *parent = gho_load_rlx (&task->x_parent);
  struct gho_taskgroup *group = task->group;
  bool member = self != NULL && self->team == team;
  if (gho_tsan_on ())
    tell_completion (member ? self->me : NULL, task);
  if (gho_unlikely (task->node != NULL))
    for (struct gho_task *ready = gho_depend_finish (task->node), *next; ready != NULL; ready = next)
      {
        next = ready->next;
        gho_task_push (self, ready, inside && member);
      }
  if (gho_likely (childless (task)))
    {
      record_put (self, task);
      group_done (self, group);
      child_done (self, parent, false);
    }
  else
    {
      task->holds_parent = true;
      group_done (self, group);
      child_done (self, parent, true);
      drop_own (self, task);
    }
  /* Last: from here on the region may end. */
  if (gho_likely (member))
    {
      struct gho_member *me = self->me;
      gho_store_rel (&me->x_finished, gho_load_rlx (&me->x_finished) + 1);
    }
  else
    {
      bool one = team->nthreads == 1;
      gho_add_sc (&team->x_foreign_finished, (uint64_t) 1);
      if (!one && gho_load_sc (&team->x_sleepers) != 0)
        gho_team_nudge (team);
    }
}

void
gho_task_fulfill (struct gho_task *task)
{
  if (task == NULL)
    return;
  gho_tsan_release (&task->x_event);
  if (gho_or_acqrel (&task->x_event, 2u) & 1)
    {
      gho_tsan_acquire (&task->x_event);
      complete (gho_tls_self, task, false);
    }
}

/* ---- running ---- */

static bool
cancelled (const struct gho_team *team, const struct gho_taskgroup *group)
{
  if (gho_load_rlx (&team->x_cancel) != 0)
    return true;
  for (; group != NULL; group = group->prev)
    if (gho_load_rlx (&group->x_cancel) != 0)
      return true;
  return false;
}

/* Run a counted task. below: the task that is suspended for it, NULL for one in a barrier. */
static void
execute (struct gho_thread *self, struct gho_task *task, struct gho_task *below)
{
  struct gho_task *suspended = self->task;
  if (task->fn != NULL
      && !(gho_unlikely (gho_load_rlx (&gho_global.x_cancellable)) && cancelled (task->team, task->group)))
    {
      task->thread = self;
      task->below = below;
      task->floor = gho_load_rlx (&self->me->deque.x_bottom);
      self->task = task;
      uint32_t at = gho_load_rlx (&self->x_at); /* the wait that it is run in */
      gho_note_end (self);
      gho_event_begin (self, GHO_SPAN_TASK, (const void *) (uintptr_t) task->fn);
      gho_tsan_acquire (task); /* pairs with gho_task_spawn */
      if (gho_tsan_on () && task->node != NULL)
        gho_depend_begin (task->node);
      task->fn (task->args);
      gho_event_end (self, GHO_SPAN_TASK, 0);
      if (gho_unlikely (at != GHO_AT_NOTHING))
        gho_note (self, at, gho_load_rlx (&self->x_at_what));
      self->task = suspended;
      body_ends (task);
      if (gho_unlikely (task->detach))
        {
          gho_tsan_release (&task->x_event);
          if (!(gho_or_acqrel (&task->x_event, 1u) & 2))
            return; /* gho_task_fulfill completes it */
          gho_tsan_acquire (&task->x_event);
        }
    }
  complete (self, task, true);
}

/* A new task that is run as a call: between begin_now and end_now its body. */
static inline struct gho_task *
begin_now (struct gho_thread *self, void (*fn) (void *), unsigned flags)
{
  struct gho_task *parent = self->task;
  struct gho_task *task = record_get (self, 0);
  record_init (self, task, parent, flags);
  task->below = parent;
  self->task = task;
  gho_event_begin (self, GHO_SPAN_TASK, (const void *) (uintptr_t) fn);
  return task;
}

static inline void
end_now (struct gho_thread *self, struct gho_task *task)
{
  struct gho_task *parent = task->below;
  gho_event_end (self, GHO_SPAN_TASK, 0);
  self->task = parent;
  body_ends (task);
  if (gho_likely (childless (task)))
    {
      if (gho_unlikely (task->icv_owned))
        gho_free ((void *) task->icv);
      task->next = self->slab.free[0];
      self->slab.free[0] = task;
    }
  else
    {
      task->holds_parent = true;
      gho_add_rlx (&parent->x_pending, GHO_TASK_REF); /* rlx: the parent holds itself now */
      drop_own (self, task);
    }
}

static __attribute__ ((noinline)) void
run_copied (struct gho_thread *self, void (*fn) (void *), void *data, void (*copy) (void *, void *), size_t size,
            size_t align, unsigned flags)
{
  struct gho_task *task = begin_now (self, fn, flags);
  if (align == 0)
    align = 1;
  char *args = alloca (size + align);
  args += -(uintptr_t) args & (align - 1);
  copy (args, data);
  fn (args);
  end_now (self, task);
}

/* ---- finding ---- */

/* May run while current is suspended?  task may be reused meanwhile; then the claim fails. */
static bool
may_run (struct gho_task *task, struct gho_task *current)
{
  uint32_t depth = gho_load_rlx (&task->x_depth), level = gho_load_rlx (&current->x_depth);
  if (depth <= level || depth - level > WALK_MAX)
    return false;
  for (uint32_t i = depth - level; i > 0 && task != NULL; i--)
    task = gho_load_rlx (&task->x_parent);
  return task == current;
}

static struct gho_task *
take_injected (struct gho_thread *self, struct gho_task *current, int32_t least)
{
  struct gho_injected *injected = &self->team->injected;
  if (gho_likely (gho_load_rlx (&injected->x_count) == 0)) /* rlx: a hint */
    return NULL;
  struct gho_task *task, *before = NULL;
  gho_mutex_lock (&injected->lock);
  for (task = injected->first; task != NULL; before = task, task = task->next)
    {
      if (task->priority < least)
        {
          task = NULL;
          break;
        }
      if (current == NULL || may_run (task, current))
        {
          if (before == NULL)
            injected->first = task->next;
          else
            before->next = task->next;
          if (injected->last == task)
            injected->last = before;
          gho_sub_sc (&injected->x_count, 1u);
          break;
        }
    }
  gho_mutex_unlock (&injected->lock);
  return task;
}

static struct gho_task *
steal_from (struct gho_member *victim, struct gho_task *current)
{
  int64_t position;
  struct gho_task *task = gho_deque_peek (&victim->deque, &position);
  if (task == NULL || (current != NULL && !may_run (task, current))
      || !gho_deque_steal_at (&victim->deque, position))
    return NULL;
  return task;
}

static struct gho_task *
steal (struct gho_thread *self, struct gho_task *current)
{
  struct gho_team *team = self->team;
  uint32_t n = team->nthreads, me = self->me->num;
  if (n == 1)
    return NULL;
  uint32_t victim = self->task_victim;
  struct gho_task *task;
  if (victim < n && victim != me && (task = steal_from (&team->members[victim], current)) != NULL)
    return task;
  self->task_seed = self->task_seed * 1664525u + 1013904223u + me;
  victim = (uint32_t) (((uint64_t) self->task_seed * n) >> 32);
  for (uint32_t i = 0; i < n; i++, victim = victim + 1 < n ? victim + 1 : 0)
    if (victim != me && (task = steal_from (&team->members[victim], current)) != NULL)
      {
        self->task_victim = victim;
        return task;
      }
  return NULL;
}

/* current NULL: any task of the team. */
static struct gho_task *
find_task (struct gho_thread *self, struct gho_task *current)
{
  int64_t floor = current ? current->floor : INT64_MIN;
  struct gho_task *task = take_injected (self, current, 1);
  if (task == NULL)
    task = gho_deque_take (&self->me->deque, floor);
  if (task == NULL)
    task = take_injected (self, current, INT32_MIN);
  if (task == NULL)
    task = steal (self, current);
  return task;
}

bool
gho_task_help (struct gho_thread *self, bool in_barrier)
{
  struct gho_task *task = find_task (self, in_barrier ? NULL : self->task);
  if (task == NULL)
    {
      set_hungry (self);
      return false;
    }
  gho_task_sated (self);
  execute (self, task, in_barrier ? NULL : self->task);
  return true;
}

/* ---- yielding ---- */

void
gho_taskyield (struct gho_thread *self)
{
  struct gho_task *current = self->task;
  if (gho_unlikely (current->untied) && self->yield_depth < YIELD_MAX)
    while (current != NULL && current->untied)
      current = current->below;
  struct gho_task *task = find_task (self, current);
  if (task == NULL)
    return;
  self->yield_depth++;
  execute (self, task, self->task);
  self->yield_depth--;
}

/* ---- generating ---- */

/* Is it better to run a new task at once? */
static inline bool
enough_queued (struct gho_thread *self)
{
  struct gho_team *team = self->team;
  int64_t length = gho_deque_length (&self->me->deque);
  if (length < 4)
    return false;
  /* rlx: a hint */
  return length >= DEFER_MAX || gho_load_rlx (&team->x_hungry) == 0;
}

static void
spawn_copy (struct gho_task *task, const struct gho_task_spawn *spawn, size_t room)
{
  size_t align = spawn->align < 16 ? 16 : spawn->align;
  char *args = (char *) (task + 1);
  args += -(uintptr_t) args & (align - 1);
  /* The thread sanitizer has to see that what lay in a record before is gone: so on the heap, anew. */
  if (args + spawn->size > (char *) task + room || (gho_tsan_on () && spawn->size != 0))
    {
      args = gho_aligned_alloc (align, spawn->size);
      task->args_owned = true;
    }
  task->args = args;
  if (spawn->copy != NULL)
    spawn->copy (args, spawn->data);
  else if (spawn->size != 0)
    memcpy (args, spawn->data, spawn->size);
  if (spawn->ranged)
    memcpy (args, spawn->range, sizeof spawn->range);
  gho_tsan_release (task); /* pairs with execute */
}

/* The parent's ICVs may change before the task runs: it needs those of now. */
static void
fix_icv (struct gho_thread *self, struct gho_task *task)
{
  if (gho_likely (task->icv == self->team->icv || task->icv == &gho_global.icv))
    return;
  struct gho_icv *own = gho_alloc (sizeof *own);
  *own = *task->icv;
  task->icv = own;
  task->icv_owned = true;
}

/* Run other tasks while very many wait for their dependences. */
static void
thin_out (struct gho_thread *self)
{
  struct gho_depend_table *table = self->task->depends;
  uint32_t limit = DEFER_MAX * (self->team->nthreads + 1), tries = 0;
  while (gho_depend_live (table) > limit && tries < 64)
    if (gho_task_help (self, false))
      tries = 0;
    else
      {
        /* Others run them; but what they wait for may be this thread, so not for ever. */
        tries++;
        if (tries < 32)
          gho_pause ();
        else
          sched_yield ();
      }
}

void
gho_task_spawn (struct gho_thread *self, const struct gho_task_spawn *spawn)
{
  struct gho_task *parent = self->task;
  struct gho_team *team = self->team;
  struct gho_member *me = self->me;
  bool inline_run = !spawn->if_clause || parent->final;
  gho_task_sated (self);
  int class = spawn->size > SMALL_RECORD - sizeof (struct gho_task) - 16 ? 1 : 0;
  struct gho_task *task = record_get (self, class);
  record_init (self, task, parent, spawn->flags);
  task->fn = spawn->fn;
  task->priority = spawn->priority;
  fix_icv (self, task);
  if (spawn->flags & GHO_TASK_DETACH)
    {
      task->detach = true;
      gho_store_rlx (&task->x_event, 0u);
      *(void **) spawn->detach = task;
      if (spawn->data != NULL) /* the compiler puts the event first */
        *(void **) spawn->data = task;
    }
  spawn_copy (task, spawn, record_bytes[class]);
  /* Counted from here on. */
  gho_team_mark_tasked (self);
  parent->local++;
  group_add (self, task->group);
  gho_store_rel (&me->x_created, gho_load_rlx (&me->x_created) + 1);
  if (spawn->flags & GHO_TASK_DEPEND)
    {
      bool ready;
      struct gho_depend_node *node
        = gho_depend_add (parent, task, spawn->depend, inline_run ? self : NULL, &ready);
      if (!ready && !inline_run)
        {
          thin_out (self);
          return;
        }
      if (!ready)
        gho_task_wait_until (self, gho_depend_ready, node, GHO_AT_DEPEND);
    }
  if (!inline_run && task->priority > 0)
    inline_run = gho_load_rlx (&team->injected.x_count) > DEFER_MAX * team->nthreads;
  else if (!inline_run)
    inline_run = team->nthreads == 1 || enough_queued (self);
  if (inline_run)
    execute (self, task, parent);
  else
    gho_task_push (self, task, true);
}

/* After a cancellation nothing new is started. */
static bool
dropped (struct gho_thread *self, unsigned flags, void *detach)
{
  if (!cancelled (self->team, self->task->group))
    return false;
  if (flags & GHO_TASK_DETACH)
    *(void **) detach = NULL;
  return true;
}

/* Every sibling with dependences is complete, and a new one that is run at once will be before the
 * next is made: neither needs to be in the table.  A detached one may be complete later. */
static bool
depends_on_nothing (const struct gho_task *parent, unsigned flags)
{
  if (flags & GHO_TASK_DETACH)
    return false;
  if (parent->depends == NULL)
    return true;
  if (gho_depend_live (parent->depends) != 0)
    return false;
  gho_tsan_acquire (gho_task_children_tag (parent));
  return true;
}

static inline int
task_priority (unsigned flags, int priority)
{
  if (gho_likely (!(flags & GHO_TASK_PRIORITY)) || priority < 0)
    return 0;
  return priority > gho_global.max_task_priority ? gho_global.max_task_priority : priority;
}

/* The rarer part of gho_task_create, with the same arguments: its frame is not on the stack of a task that is run
 * at once, nor of that one's own tasks. */
static __attribute__ ((noinline)) void
create_later (void (*fn) (void *), void *data, void (*copy) (void *, void *), long arg_size, long arg_align,
              bool if_clause, unsigned flags, void **depend, int priority, void *detach)
{
  struct gho_task_spawn spawn = { .fn = fn, .data = data, .copy = copy, .size = (size_t) arg_size,
                                  .align = (size_t) arg_align, .flags = flags,
                                  .priority = task_priority (flags, priority), .if_clause = if_clause,
                                  .depend = depend, .detach = detach };
  gho_task_spawn (gho_self (), &spawn);
}

void
gho_task_create (void (*fn) (void *), void *data, void (*copy) (void *, void *), long arg_size, long arg_align,
                 bool if_clause, unsigned flags, void **depend, int priority, void *detach)
{
  struct gho_thread *self = gho_self ();
  if (gho_unlikely (gho_load_rlx (&gho_global.x_cancellable)) && dropped (self, flags, detach))
    return;
  if ((gho_unlikely (flags & (GHO_TASK_DEPEND | GHO_TASK_DETACH)) && !depends_on_nothing (self->task, flags))
      || (if_clause && !self->task->final
          && (task_priority (flags, priority) != 0 || (self->team->nthreads != 1 && !enough_queued (self)))))
    {
      create_later (fn, data, copy, arg_size, arg_align, if_clause, flags, depend, priority, detach);
      return;
    }
  gho_task_sated (self);
  if (gho_unlikely (copy != NULL))
    {
      run_copied (self, fn, data, copy, (size_t) arg_size, (size_t) arg_align, flags);
      return;
    }
  struct gho_task *task = begin_now (self, fn, flags);
  fn (data);
  end_now (self, task);
}
