/* A thread that runs OpenMP code: a worker, or an initial thread (main, a pthread, a Haskell OS
 * thread).  Records are type-stable: never unmapped, recycled when an initial thread ends. */
#ifndef GHO_THREAD_H
#define GHO_THREAD_H

#include "base/cpu.h"
#include "core/icv.h"
#include "core/load.h"
#include "core/places.h"
#include "core/task.h"

struct gho_team;
struct gho_member;
struct gho_trace;

#define GHO_SHOWN_LEVELS 8

/* (o) owner only   (l) under the pool's lock   (a) atomic, partner named */
struct gho_thread {
  struct gho_team *team;     /* (o) current team; never NULL */
  struct gho_member *me;     /* (o) slot in team */
  struct gho_task *task;     /* (o) current task: implicit or explicit; never NULL */
  uint32_t num;              /* (o) omp_get_thread_num */
  bool worker;               /* (o) made by the runtime */
  bool in_teams;             /* (o) inside a host teams construct */
  bool listed;               /* in the list of all threads; see where.c */
  bool short_turns;          /* (o) wants its CPU in short turns; see spread.c */
  uint64_t affinity_shown[GHO_SHOWN_LEVELS]; /* (o) OMP_DISPLAY_AFFINITY: what was shown last, by nesting level */
  uint32_t size_told[GHO_SHOWN_LEVELS]; /* (o) GHCOMP_VERBOSE: size of a team told last, by nesting level */
  struct gho_member *assigned; /* (l) slot to serve next, NULL: end; before x_go */
  int index;                 /* worker number, 1..; 0 for initial threads; constant */
  int place;                 /* (o) place bound to, -1 none */
  int part_first, part_len;  /* (o) place partition */
  struct gho_team *hint;     /* (o) team adopted last: tried first */
  struct gho_team *solo;     /* (o) free list of one-thread teams */
  struct gho_slab slab;      /* task records */
  uint32_t num_teams, team_num; /* (o) of the host teams construct around, 1 and 0 outside */
  _Atomic uint32_t x_at;     /* (a) enum gho_at: what it waits for; written by the owner, rlx, for a reader from outside */
  _Atomic int x_tid;         /* (a) as x_at: the thread's number in the system, 0: it has ended */
  _Atomic (const volatile void *) x_at_what; /* (a) as x_at */
  struct gho_thread *all_next; /* constant once listed */
  struct gho_trace *trace;   /* (o) GHCOMP_TRACE: its buffer */
  struct gho_team *root;     /* (o) the initial thread's own team of one */
  struct gho_thread *next;   /* (l) idle or free list */
  uint32_t shared_waits;     /* (o) waits in a row for a peer on the same CPU; see wait.c */
  uint32_t early_sleeps;     /* (o) waits to go without yields, in a tight team; see wait.c */
  uint32_t crowd_looks;      /* (o) waits in a crowd; see wait.c */
  uint64_t spread_after, spread_delay; /* (o) nanoseconds; see spread.c */
  struct gho_load load;      /* (o) for teams with dyn-var */
  uint64_t cpu_ns;           /* CPU time when a look at the load last asked; written by who has adopted the team, and
                                by an initial thread for itself */
  uint64_t turn_before;      /* (o) nanoseconds, what the scheduler gave before short_turns; 0: unknown */
  _Alignas (GHO_LINE)
  _Atomic uint32_t x_go;     /* (a) wait word of an idle worker; team.c assigns a slot, then
                                publishes; pairs with the wait in worker_main */
  _Atomic uint32_t x_wake;   /* (a) 1: asleep in gho_task_wait_until; who clears it wakes; see there */
  _Atomic int x_clock;       /* (a) a worker's CPU clock, 0: none (yet); rlx: any answer will do, see load.h */
  uint32_t task_seed, task_victim; /* (o) stealing */
  uint32_t yield_depth;      /* (o) calls of gho_taskyield that run a task */
  uint32_t task_idle;        /* (o) waits in a row of gho_task_wait_any */
};

extern __thread struct gho_thread *gho_tls_self __attribute__ ((visibility ("hidden")));

/* Make and register the calling OS thread's record. Cold. */
struct gho_thread *gho_thread_register (void);

/* The calling thread's record, made at the first call. */
static inline struct gho_thread *
gho_self (void)
{
  struct gho_thread *self = gho_tls_self;
  return gho_likely (self != NULL) ? self : gho_thread_register ();
}

/* The current data environment's ICVs, for reading; and for writing: copied first if shared. */
static inline const struct gho_icv *
gho_icv (const struct gho_thread *self)
{
  return self->task->icv;
}
struct gho_icv *gho_icv_own (struct gho_thread *self);

#endif
