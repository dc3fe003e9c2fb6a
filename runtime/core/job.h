/* Jobs: work that another thread can cancel and wait for.  All regions that a job runs, and those
 * inside them, belong to it; cancelling it cancels them, whatever cancel-var says. */
#ifndef GHO_JOB_H
#define GHO_JOB_H

#include <stddef.h>

#include "base/atomic.h"

struct gho_team;

/*   NEW --submit--> QUEUED --a job thread--> RUNNING --> ENDED
 *    \--gho_job_begin------------------------/  ^
 *   QUEUED --cancel----------------------> ENDED */
enum { GHO_JOB_NEW = 0, GHO_JOB_QUEUED = 2, GHO_JOB_RUNNING = 4, GHO_JOB_ENDED = 6 }; /* bit 0: GHO_SLEEP */

/* (j) under jobs_lock   (i) set before the job is submitted, then constant   (a) atomic */
struct gho_job {
  _Atomic uint32_t x_cancel; /* (a) 1 once cancelled; first, because Haskell loops look at it.  Set under
                                jobs_lock; rlx loads elsewhere: no promise how soon it is seen */
  _Atomic uint32_t x_state;  /* (a) wait word, GHO_JOB_*; ENDED is published after fn's last write */
  _Atomic uint32_t x_refs;   /* (a) the handle, and whoever runs or queues it; acq_rel: the last one frees */
  void (*fn) (void *);       /* (i) */
  void *data;                /* (i) */
  int num_threads;           /* (i) nthreads-var of the job's initial task, 0: the default */
  void (*notify) (int, void *); /* (i) called once after it has ended, or NULL */
  int where;                 /* (i) */
  void *what;                /* (i) */
  struct gho_job *parent;    /* (j) job whose region began this one, while it runs */
  struct gho_job *children, *older, *younger; /* (j) */
  struct gho_team *teams;    /* (j) teams that run its regions now */
  struct gho_job *next, *prev; /* (j) queue */
};

/* A job of one reference.  bytes: size of the record that starts with it. */
struct gho_job *gho_job_new (size_t bytes, void (*fn) (void *), void *data, int num_threads);
void gho_job_unref (struct gho_job *job);

/* Cancel it: its regions see it at cancellation points and cancellable barriers, a queued job ends at
 * once.  Any thread, at any time, more than once too. */
void gho_job_cancel (struct gho_job *job);

/* A team begins and ends a region of team->job. */
void gho_job_enter (struct gho_team *team);
void gho_job_leave (struct gho_team *team);

/* The calling thread runs the job itself: begin, its regions, end. parent: the job around, or NULL. */
void gho_job_begin (struct gho_job *job, struct gho_job *parent);
void gho_job_end (struct gho_job *job);

/* Hand it to the job threads.  inside: run it even when all of them are busy, because the caller is
 * inside a job that waits for it. */
void gho_job_submit (struct gho_job *job, bool inside, void (*notify) (int, void *), int where, void *what);

/* Most threads that run submitted jobs, at least 1; jobs submitted from inside a job may add to them. */
void gho_job_set_threads (int most);

/* submit.c, for job.c: out of the queue, under jobs_lock. */
void gho_job_unqueue_locked (struct gho_job *job);
/* In the child of fork: no job of the parent exists here. */
void gho_jobs_forked (void);

extern struct gho_mutex gho_jobs_lock;

#endif
