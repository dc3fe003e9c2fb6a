/* The small C API of ghc-openmp beyond <omp.h>.  All functions may be called from any thread. */
#ifndef GHC_OPENMP_H
#define GHC_OPENMP_H

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library, "major.minor.patch"; a static string. */
const char *ghc_omp_version (void);

/* Who runs the workers: "ghc" (GHC's RTS), "ghc (pthread)" (plain threads, because no RTS could be
 * had, or in a forked child), "ghc (not threaded)", or "pthread" (a library built without GHC). Final after the
 * first region of more than one thread; a static string. */
const char *ghc_omp_backend (void);

/* Number of parallel regions of more than one thread that this library has run in this process. */
long ghc_omp_regions_served (void);

/* ---- Settings of the whole process ----
 * OpenMP's own routines set internal control variables (OpenMP 5.2, 2.2) of the calling thread.  These
 * set the values that every initial thread has which has not called omp_set_... itself, those that
 * exist already too.  They win over the environment.  Effective at the next region or loop. */

/* nthreads-var; 0: as if never set (the environment, else the default).  get: 0 when nothing sets it. */
void ghc_omp_set_default_num_threads (int n);
int ghc_omp_get_default_num_threads (void);

/* run-sched-var: kind and chunk as in omp_set_schedule; another kind is ignored. */
void ghc_omp_set_default_schedule (int kind, int chunk);
void ghc_omp_get_default_schedule (int *kind, int *chunk);

/* dyn-var, and max-active-levels-var (ignored when negative). */
void ghc_omp_set_default_dynamic (int on);
void ghc_omp_set_default_max_active_levels (int levels);

/* ---- Jobs: regions that can be waited for and cancelled ----
 * A job is a function that runs parallel regions.  Submitted, it runs on one of a few threads that the
 * runtime keeps for it, as the initial task of an initial thread: level 0, default settings.  When all of
 * them are busy it waits its turn, so a job must not wait for one that is submitted later, unless it
 * submits that one itself, from inside one of its regions: for these there are up to 256 more threads. */
typedef struct ghc_omp_job ghc_omp_job;

/* fn(data) as a job, not yet submitted. num_threads: team size of its regions without a num_threads
 * clause, 0: the default.  Never NULL. The caller owns one reference. */
ghc_omp_job *ghc_omp_job_new (void (*fn) (void *), void *data, int num_threads);

/* Hand it to the job threads, once.  notify, if not NULL, is called as notify(where, what) after the job has
 * ended, by the thread that ended it; it must not block, and is left out after GHC's RTS has been shut
 * down (so hs_try_putmvar can be used).  Where no thread can be made, fn runs before this returns. */
void ghc_omp_job_submit (ghc_omp_job *job, void (*notify) (int where, void *what), int where, void *what);

/* Cancel it.  Before it has begun: it ends without a call of fn.  Later: its regions, and the regions inside
 * them, are cancelled as by "cancel parallel" (OpenMP 5.2, 11.2), whether OMP_CANCELLATION is set or not:
 * threads leave at cancellation points, cancel constructs and barriers of regions that have such.
 * GCC keeps the cancellation points of a region only if it has a cancel construct, even one whose condition
 * is never true, as long as it is not a constant.  Returns at once, and does nothing to a job that has ended. */
void ghc_omp_job_cancel (ghc_omp_job *job);

/* 1 once it has ended, however that happened, else 0: all that it wrote can be read then. */
int ghc_omp_job_ended (ghc_omp_job *job);

/* Whether ghc_omp_job_cancel was called. */
int ghc_omp_job_was_cancelled (ghc_omp_job *job);

/* Wait until it has ended. */
void ghc_omp_job_wait (ghc_omp_job *job);

/* Give up a reference. The job goes on. */
void ghc_omp_job_release (ghc_omp_job *job);

/* Whether the job whose region the caller runs has been cancelled: for kernels without cancellation
 * points. 0 outside any job. A load or two. */
int ghc_omp_cancelled (void);

/* Most threads that run submitted jobs, at least 1; 4 at first.  Threads that exist stay. */
void ghc_omp_set_job_threads (int most);

/* ---- Loops whose body enters another language once per thread (the package GHC.OpenMP) ----
 * A loop is a job, to be submitted or run: a parallel region in which each thread calls member(body, thread
 * number), which takes chunks by ghc_omp_loop_next until there are none; member NULL: body is a StablePtr to
 * the Haskell action that does so, and must catch all its exceptions. schedule: 0 runtime, 1 static, 2 dynamic,
 * 3 guided, 4 auto, -1 no loop; chunk 0: the schedule's default. */
ghc_omp_job *ghc_omp_loop_new (void (*member) (void *body, int num), void *body, long first, long end,
                               int schedule, long chunk, int num_threads);

/* Run it in the calling thread, nested in the region around; returns when all threads have left it. */
void ghc_omp_loop_run (ghc_omp_job *loop);

/* From inside member, on its thread: the next chunk, *first to *end - 1.  0: there is none, or the loop
 * has been cancelled. */
int ghc_omp_loop_next (long *first, long *end);

/* From inside member: a barrier of the region.  1: the region has been cancelled, leave member. */
int ghc_omp_loop_barrier (void);

#ifdef __cplusplus
}
#endif

#endif
