/* Kernels that take long, for the tests of waiting and cancelling. */
#ifndef TEST_JOBS_H
#define TEST_JOBS_H

struct job {
  int threads;       /* team size, 0: the default */
  int milliseconds;  /* how long the kernel takes when nobody cancels it */
  int level;         /* set by the kernel: omp_get_level outside its region */
  int team;          /* set by the kernel: size of its team */
  int started;       /* set to 1 by the kernel */
  int ended;         /* set to 1 by the kernel at its end, cancelled or not */
  long done;         /* steps made */
};

/* A loop with cancellation points; one with cancellable barriers; tasks; a nested region; one that asks
 * ghc_omp_cancelled; one that never looks. */
void job_loop (struct job *job);
void job_barriers (struct job *job);
void job_tasks (struct job *job);
void job_nested (struct job *job);
void job_polls (struct job *job);
void job_deaf (struct job *job);

/* Calls from all kinds of places: n of them from explicit tasks, n from a taskloop, n from untied tasks with
 * tasks inside, n from a nested region. Returns the number of calls made. */
long job_calls (int threads, long n, void (*call) (long i));

#endif
