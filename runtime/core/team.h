/* Teams: adopted by whoever starts a region, not owned (D3).  An idle team stays assembled. */
#ifndef GHO_TEAM_H
#define GHO_TEAM_H

#include "base/park.h"
#include "base/tsan.h"
#include "core/deque.h"
#include "core/job.h"
#include "core/thread.h"
#include "core/workshare.h"

struct gho_reduction;

#define GHO_GROUP 8 /* members per release word and arrival counter */

/* One slot of a team.  (m) the member's thread only  (p) primary, before the release
 * (a) atomic, partner named */
struct gho_member {
  struct gho_thread *thread;  /* (p) */
  struct gho_team *team;      /* constant */
  uint32_t num;               /* constant */
  uint32_t phase;             /* (m) barriers passed, modulo 2^31 */
  uint32_t released;          /* (m) release word seen last */
  bool prepared;              /* (m) joined the combined loop that the primary prepared */
  bool joining, in_cbar;      /* (m) kind of barrier it waits in */
  bool hungry;                /* (m) counted in x_hungry */
  uint32_t cbar;              /* (m) cancellable barriers passed << 1 */
  uint32_t region;            /* (m) epoch of the region this member has entered */
  uint32_t ws_seq, single_seq; /* (m) worksharing and single constructs met in this region */
  int place, part_first, part_len; /* (p) affinity of this slot; place -1: none */
  struct gho_ws_local ws;     /* (m) state of the current loop */
  struct gho_task implicit;   /* (m) its implicit task */
  struct gho_icv icv_store;   /* (m) its ICVs once it has set one */
  _Alignas (GHO_LINE)
  _Atomic uint32_t x_arrived; /* (a) wait word, phase << 1; written at arrival, read by the others in barrier.c */
  _Atomic uint32_t x_cpu;     /* (a) CPU seen last, rlx: a hint; Note [Two members on one CPU] in wait.c */
  _Alignas (GHO_LINE)
  _Atomic uint64_t x_created;  /* (a) deferred tasks made by this member; single writer; see gho_task_quiescent */
  _Atomic uint64_t x_finished; /* (a) deferred tasks finished by this member; single writer */
  struct gho_deque deque;      /* own lines */
};

struct gho_team {
  /* The release line: all that a worker reads when it starts, in 64 bytes.  (p) before the release,
   * constant while the region runs. */
  _Alignas (GHO_LINE)
  _Atomic uint32_t x_release;  /* (a) wait word of group 0, phase << 1; see gho_team_release_word */
  uint32_t region;             /* (p) epoch: a new number for each region this team runs */
  void (*fn) (void *);         /* (p) NULL: leave the team */
  void *data;                  /* (p) */
  const struct gho_icv *icv;   /* (p) ICVs of the implicit tasks */
  struct gho_taskgroup *reduction_group; /* (p) GOMP_parallel_reductions, else NULL */
  struct gho_task *parent_task; /* (p) the task that met the construct */
  uint32_t num_teams, team_num; /* (p) of the host teams construct around */
  bool bound;                  /* (p) members carry places */
  bool has_prepared;           /* (p) a combined parallel loop: prepared holds it */
  bool counted;                /* barrier by counters: more threads than CPUs, or many */
  _Atomic uint8_t x_tight;     /* (a) this team and those around it have more threads than CPUs: short spins; rlx,
                                  members that wait for the region read it meanwhile: a hint */
  uint32_t nthreads;           /* constant while assembled */
  _Alignas (GHO_LINE)
  _Atomic uint32_t x_tasked;   /* (a) 0, or phase << 1 | 1 of the barrier that follows the region's first
                                  deferred task; see gho_team_mark_tasked */
  _Atomic uint32_t x_ws_cancel; /* (a) 0, or gho_ws_epoch of the loop or sections construct that is
                                   cancelled: it ends with the next barrier by itself */
  _Atomic uint32_t x_cancel;   /* (a) GHO_CANCEL_PARALLEL once the region is cancelled */
  _Alignas (GHO_LINE)
  _Atomic uint32_t x_claim;    /* (a) last phase that somebody released: CAS elects who does */
  _Atomic uint32_t x_size;     /* (a) nthreads, 0 taken apart; rlx: looked at before adoption, checked after */
  _Atomic uint32_t x_busy;     /* (a) 0 idle, 1 adopted; CAS acq in adopt, store rel in release */
  _Alignas (GHO_LINE)
  _Atomic uint32_t x_join;     /* (a) wait word: phase << 1 of the last join found complete */
  _Atomic uint32_t x_all_arrived; /* (a) counted barrier: phase << 1 at which all have arrived */
  _Atomic uint32_t x_cbar;     /* (a) wait word: generation << 1 of the cancellable barrier */
  _Atomic uint32_t x_cbar_count; /* (a) arrivals at it; the last one resets */
  _Atomic uint32_t x_leaving;  /* (a) members that have not left yet while it is taken apart */
  _Alignas (GHO_LINE)
  _Atomic uint64_t x_single;   /* (a) region << 32 | singles handed out: CAS elects */
  _Alignas (GHO_LINE)
  _Atomic uint32_t x_sleepers; /* (a) members asleep in a wait that helps with tasks */
  _Atomic uint32_t x_hungry;   /* (a) members that look for a task: a hint */
  struct gho_injected injected; /* tasks with priority, or with no room in a deque */
  _Atomic uint64_t x_foreign_finished; /* (a) tasks finished by threads outside the team (detach) */
  /* context: (p) */
  struct gho_team *parent;          /* team of the encountering thread; NULL for a root team */
  struct gho_member *parent_member; /* its slot there */
  uint32_t level, active_level;
  uint32_t width;                   /* threads if all members of the teams around did as this one's parent */
  uint32_t phase;                   /* (p) */
  struct gho_icv icv_store;
  void *copyprivate;                /* single's copy_start/copy_end: between two barriers */
  struct gho_mutex reductions_lock; /* nothing else is locked under it */
  struct gho_reduction *reductions; /* under reductions_lock: of worksharing constructs; see reduce.c */
  struct gho_ws_args prepared;
  uint32_t reserved;                /* size counted against the thread limit */
  int saved_place, saved_first, saved_len; /* the primary's, before the region */
  struct gho_job *job;              /* (p) the job that the region belongs to, or NULL */
  struct gho_team *job_next, *job_prev; /* under gho_jobs_lock: the teams of that job */
  bool forked;                      /* in a forked child: its other threads are gone */
  struct gho_team *next, *all_next;
  struct gho_ws *ws;                /* ring of worksharing descriptors */
  uint32_t ws_ring;                 /* their number; constant */
  _Atomic uint32_t *release;  /* wait words of groups 1 and up, GHO_LINE apart */
  unsigned long served;       /* (p) regions run */
  struct gho_arrival *arrival;      /* counted barrier: one per group, then the root */
  struct gho_team *group;           /* root team of the contention group */
  _Atomic uint32_t x_group_threads; /* (a) root teams: threads of the group; kept when a limit is set */
  uint32_t ngroups;
  struct gho_member *members; /* capacity slots */
  char tags[4];               /* for the thread sanitizer: see gho_team_tag */
  uint32_t capacity;
};

struct gho_arrival {
  _Alignas (GHO_LINE) _Atomic uint32_t x_missing; /* (a) acq_rel sub; who reaches 0 refills it and goes up */
  uint32_t size;
};

enum { GHO_CANCEL_PARALLEL = 1, GHO_CANCEL_LOOP = 2, GHO_CANCEL_SECTIONS = 4, GHO_CANCEL_TASKGROUP = 8 };

static inline _Atomic uint32_t *
gho_team_release_word (struct gho_team *team, uint32_t group)
{
  return group == 0 ? &team->x_release : team->release + (group - 1) * (GHO_LINE / sizeof (uint32_t));
}

/* Run fn(data) on a team of num_threads (0: nthreads-var) threads, as GOMP_parallel's arguments say. */
void gho_parallel (void (*fn) (void *), void *data, unsigned num_threads, unsigned flags);

/* The two halves, for the entry points that run fn in the caller. fork returns with self inside the team, as
 * member 0. fn NULL is allowed (a team of one).  join ends it. setup, when not NULL, is called by the primary once the
 * team is known, before the workers are released (combined loops, reductions). */
void gho_team_fork (struct gho_thread *self, void (*fn) (void *), void *data, unsigned num_threads, unsigned flags,
                    void (*setup) (struct gho_team *, void *), void *setup_data);
void gho_team_join (struct gho_thread *self);

/* Size that a region with this request would get (5.2, 10.1.1). */
unsigned gho_team_size (struct gho_thread *self, unsigned num_threads);

/* Wake all members that sleep where tasks could be run. */
void gho_team_nudge (struct gho_team *team);
/* After a task was made available: wake those on one wait word, if any sleep. */
void gho_team_nudge_some (struct gho_team *team);

/* The current thread is about to defer the region's next task.  Called before x_created and the
 * push, so whoever acquires this thread's next arrival sees it: see barrier.c. */
static inline void
gho_team_mark_tasked (struct gho_thread *self)
{
  if (gho_unlikely (gho_load_rlx (&self->team->x_tasked) == 0))
    gho_store_rlx (&self->team->x_tasked, ((self->me->phase + 1) << 1) | 1);
}

/* Tags for the thread sanitizer.  What must be over before the barrier that ends a phase, arrivals and tasks, is
 * released under one tag; the next phase has another, because some members are there already while others leave.
 * Cancellable barriers have their own pair. */
static inline const char *
gho_team_tag (const struct gho_team *team, uint32_t phase)
{
  return &team->tags[phase & 1];
}
static inline const char *
gho_team_cancel_tag (const struct gho_team *team, uint32_t cbar)
{
  return &team->tags[2 + (cbar >> 1 & 1)];
}

/* Names the stretch between two barriers that the current thread is in: a sum that each barrier of
 * either kind increases, the same for all members in one construct. Never 0. */
static inline uint32_t
gho_ws_epoch (const struct gho_member *me)
{
  return (me->phase + me->cbar) << 1 | 1;
}

/* Start the back end, if that has not happened yet: for threads that are no workers. */
void gho_pool_start_backend (void);
/* In a child of fork: forget all other threads. */
void gho_pool_forked (void);
/* Take idle teams apart and end their workers (omp_pause_resource). Returns 0. */
int gho_pool_pause (void);
/* Initial thread ends, or begins: its team of one. */
struct gho_team *gho_team_new_root (struct gho_thread *self);
/* Run fn as the implicit task of a new initial thread in the same OS thread (target, teams, jobs). job: the
 * one that its regions belong to, or NULL. */
void gho_team_run_initial (struct gho_thread *self, void (*fn) (void *), void *data,
                           int thread_limit, struct gho_job *job);
/* Regions of more than one thread that have been run. */
unsigned long gho_team_regions_served (void);

/* self has found, or made, work: it looks for none. */
static inline void
gho_task_sated (struct gho_thread *self)
{
  if (gho_unlikely (self->me->hungry))
    {
      self->me->hungry = false;
      gho_add_rlx (&self->team->x_hungry, -1u); /* rlx: a hint */
    }
}

#endif
