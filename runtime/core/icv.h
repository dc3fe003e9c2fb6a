/* Internal control variables (OpenMP 5.2, chapter 2). */
#ifndef GHO_ICV_H
#define GHO_ICV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/atomic.h"

enum gho_sched { GHO_SCHED_STATIC = 1, GHO_SCHED_DYNAMIC = 2, GHO_SCHED_GUIDED = 3, GHO_SCHED_AUTO = 4 };
#define GHO_SCHED_MONOTONIC 0x80000000u /* or-ed into run_sched */

enum gho_bind { GHO_BIND_FALSE, GHO_BIND_TRUE, GHO_BIND_PRIMARY, GHO_BIND_CLOSE, GHO_BIND_SPREAD };

/* Per data environment.  A block that a task points to never changes while others point to it:
 * a setter copies it first (gho_icv_own). */
struct gho_icv {
  int32_t nthreads;          /* nthreads-var at this level; 0: the default of this moment */
  int32_t thread_limit;      /* thread-limit-var; INT_MAX: none */
  int32_t max_active_levels; /* max-active-levels-var */
  int32_t default_device;
  uint32_t run_sched; /* enum gho_sched, GHO_SCHED_MONOTONIC or-ed in */
  int32_t run_chunk;  /* 0: the schedule's default */
  uint8_t dyn;
  uint8_t bind;        /* enum gho_bind at this level */
  uint8_t list_level;  /* position in the OMP_NUM_THREADS and OMP_PROC_BIND lists */
  uintptr_t def_allocator; /* omp_allocator_handle_t */
};

/* Per process: constant after the environment was read, but for the fields marked (s), which
 * routines may set at any time (relaxed: the value itself is the message). */
struct gho_global {
  struct gho_icv icv;      /* what a new initial thread starts with */
  int32_t nthreads_list[64]; /* OMP_NUM_THREADS; [0] is icv.nthreads */
  int nthreads_list_len;
  uint8_t bind_list[64]; /* OMP_PROC_BIND */
  int bind_list_len;
  bool cancellation;     /* cancel-var */
  bool display_affinity; /* OMP_DISPLAY_AFFINITY */
  int wait_policy;       /* -1 unset, 0 passive, 1 active */
  int64_t spin_count;    /* GOMP_SPINCOUNT; -1 unset, INT64_MAX infinite */
  size_t stack_bytes;    /* OMP_STACKSIZE; 0: the system's default */
  int max_task_priority;
  int target_offload; /* 0 default, 1 mandatory, 2 disabled */
  _Atomic bool x_cancellable; /* (s) cancel-var, or a job has been made: cancellation can happen at all */
  _Atomic int32_t nteams;     /* (s) nteams-var, 0 unset */
  _Atomic int32_t teams_thread_limit; /* (s) 0 unset */
  int num_procs;      /* CPUs in the affinity mask at start */
  int default_threads; /* num_procs cut to the CPU quota: team size in a C process */
  const char *default_threads_why; /* for GHCOMP_VERBOSE */
};
extern struct gho_global gho_global;

/* env.c: read the environment once (constructor and first use both call it; idempotent,
 * thread-safe). */
void gho_env_init (void);

/* Team size of a region without num_threads: nthreads-var, else the Capabilities of a running
 * Haskell program, else gho_global.default_threads. A few loads. */
int gho_default_threads (const struct gho_icv *icv);

/* OMP_DISPLAY_ENV, omp_display_env: the settings on stderr. */
void gho_env_display (bool verbose);

#endif
