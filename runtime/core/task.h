/* Tasks: records, completion, waiting.  See docs/concurrency.md, "Tasks". */
#ifndef GHO_TASK_H
#define GHO_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/cpu.h"
#include "base/park.h"

struct gho_thread;
struct gho_team;
struct gho_icv;
struct gho_depend_table;
struct gho_depend_node;

/* A taskgroup lives on the stack of the thread that opened it.  pending tasks = local + x_remote:
 * tasks made or finished by the owner's thread count in local (plain), others in x_remote, so the
 * usual case has no atomic; only the owner reads the sum. */
struct gho_taskgroup {
  struct gho_taskgroup *prev;
  struct gho_thread *owner;
  int64_t local;               /* owner's thread only */
  _Atomic int64_t x_remote;    /* acq_rel adds; owner loads acquire in gho_taskgroup_end */
  _Atomic uint32_t x_cancel;
  uintptr_t *reductions;       /* GCC's reduction descriptor chain, or NULL */
  bool workshare;              /* made by a worksharing construct or a parallel for its reductions */
};

enum gho_task_kind { GHO_TASK_IMPLICIT, GHO_TASK_EXPLICIT };

/* Children.  Those made count in local (plain; only the thread that runs the parent makes them).
 * One that finishes on that thread before the parent's body has ended takes itself out of local,
 * any other does x_pending -= 1.  So the incomplete ones number local + (low part of x_pending); when the
 * body ends, local is added to x_pending, and from then on only that counts.
 * The high part of x_pending, in units of GHO_TASK_REF, holds the record: one for the task itself until it
 * is complete, one for each completed child whose record still lives because of its own children
 * (ancestors can therefore always be walked).  Who brings the whole to 0 frees the record.  A task that is run
 * at once is not counted: its parent cannot go on, or end, before it. */
#define GHO_TASK_REF ((int64_t) 1 << 40)

struct gho_task {
  _Atomic (struct gho_task *) x_parent; /* written before the task is published; thieves may
                                           read it in a record that is reused: see may_run */
  const struct gho_icv *icv;
  struct gho_taskgroup *group;
  struct gho_thread *thread;   /* the thread that runs, or ran, it */
  struct gho_team *team;
  _Atomic uint32_t x_depth;    /* explicit ancestors: 0 for an implicit task; as x_parent */
  uint8_t kind;
  bool body_done, icv_owned, detach, args_owned;
  bool holds_parent;           /* has a reference on the parent's record */
  bool final, untied;
  int64_t local;
  _Atomic int64_t x_pending;
  int64_t floor;               /* first own deque position that was pushed since it started */
  struct gho_task *below;      /* the task it interrupted on its thread; NULL: one in a barrier */
  struct gho_depend_table *depends; /* of its children, made on demand */
  /* explicit only */
  void (*fn) (void *);
  void *args;
  struct gho_depend_node *node;
  struct gho_thread *slab_owner; /* constant */
  struct gho_task *next;       /* free lists, injected lists */
  uint8_t slab_class;          /* constant */
  int32_t priority;
  _Atomic uint32_t x_event;    /* detach: bit 0 body done, bit 1 fulfilled; who sets the second completes it */
};

/* Records of one thread, in two sizes: local free lists, and lists that others push to. Records are
 * type-stable: never given back to the system. */
#define GHO_SLAB_CLASSES 2
struct gho_slab {
  struct gho_task *free[GHO_SLAB_CLASSES];
  struct gho_taskgroup *groups;
  _Atomic (struct gho_task *) x_returned[GHO_SLAB_CLASSES];
};

/* Tasks that are in no deque: with a priority, or when a deque was full. Sorted by priority. */
struct gho_injected {
  struct gho_mutex lock;
  struct gho_task *first, *last; /* under lock */
  _Atomic uint32_t x_count;      /* hint read without the lock */
};

/* GOMP_task's flags. */
enum {
  GHO_TASK_UNTIED = 1, GHO_TASK_FINAL = 2, GHO_TASK_MERGEABLE = 4, GHO_TASK_DEPEND = 8, GHO_TASK_PRIORITY = 16,
  GHO_TASK_UP = 256, GHO_TASK_GRAINSIZE = 512, GHO_TASK_IF = 1024, GHO_TASK_NOGROUP = 2048,
  GHO_TASK_REDUCTION = 4096, GHO_TASK_DETACH = 8192, GHO_TASK_STRICT = 16384
};

/* Make an implicit task ready for a region (called for each member at region entry). */
void gho_task_init_implicit (struct gho_task *task, struct gho_thread *self, struct gho_team *team,
                             struct gho_task *parent, const struct gho_icv *icv);

/* Generate a task (5.2, 12.5): run it now or defer it.  GOMP_task's arguments, so that it is a jump. */
void gho_task_create (void (*fn) (void *), void *data, void (*copy) (void *, void *), long arg_size, long arg_align,
                      bool if_clause, unsigned flags, void **depend, int priority, void *detach);

/* Run one task that the calling thread may run now. False: found none. In a barrier any task of
 * the team; elsewhere the tied-task constraint (5.2, 12.9) is kept. */
bool gho_task_help (struct gho_thread *self, bool in_barrier);

/* In a barrier with tasks outstanding: run one, or wait a little for one. */
void gho_task_wait_any (struct gho_thread *self);

/* True when every deferred task of self's team is finished; all members have arrived. */
bool gho_task_quiescent (const struct gho_thread *self);

/* True when some task may be there to run: checked by a thread about to sleep. */
bool gho_task_available (const struct gho_thread *self);

void gho_taskwait (struct gho_thread *self);
void gho_taskwait_depend (struct gho_thread *self, void **depend, bool nowait);
void gho_taskyield (struct gho_thread *self);
void gho_taskgroup_start (struct gho_thread *self);
void gho_taskgroup_end (struct gho_thread *self);
void gho_task_fulfill (struct gho_task *task); /* any thread */

/* Between the modules of tasks. */
/* Tag for the thread sanitizer: what children have done.  The record's own address stands for its creation. */
static inline const char *
gho_task_children_tag (const struct gho_task *task)
{
  return (const char *) task + 1;
}
struct gho_task_spawn {
  void (*fn) (void *); /* NULL: nothing to run */
  void *data;
  void (*copy) (void *, void *);
  size_t size, align;
  unsigned flags;
  int priority;
  bool if_clause;
  bool ranged;       /* taskloop: the arguments' first two words become range, and are copied always */
  uint64_t range[2];
  void **depend, *detach;
};
void gho_task_spawn (struct gho_thread *self, const struct gho_task_spawn *spawn);
/* Make a counted task available; local: by a thread of its team, as something it made or released. */
void gho_task_push (struct gho_thread *self, struct gho_task *task, bool local);
/* Run tasks until ready (argument). at: enum gho_at. */
void gho_task_wait_until (struct gho_thread *self, bool (*ready) (void *), void *argument, int at);
/* Wake a thread that sleeps in gho_task_wait_until: what it waits for may have come. */
void gho_task_wake (struct gho_thread *owner);

/* End of an implicit task: what its depend table and taskgroups hold is let go. */
void gho_task_end_implicit (struct gho_thread *self, struct gho_task *task);

#endif
