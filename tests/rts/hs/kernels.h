/* OpenMP code for the Haskell tests. threads = 0 leaves the team size to the runtime. */
#ifndef TEST_KERNELS_H
#define TEST_KERNELS_H

typedef void (*kernel_call) (int thread);

/* 0 + 1 + ... + (n - 1), by a worksharing loop. */
long kernel_sum (int threads, long n);

/* The same by tasks, one for each hundred numbers. */
long kernel_task_sum (int threads, long n);

/* Size of the team of a region. */
int kernel_team (int threads);

/* Every thread calls back `times` times with its number; returns the calls made. */
int kernel_each (int threads, int times, kernel_call call);

/* A region that goes on until kernel_release, with `threads` threads computing; the number of
 * threads that have entered it is kernel_inside. Returns the sum of 1 for each thread. */
int kernel_hold (int threads);
void kernel_release (void);
int kernel_inside (void);

/* exit (status) by the last thread of a region. */
void kernel_exit_inside (int threads, int status);

/* For a ForeignPtr: runs a region and counts the right sums; the memory is freed. */
void kernel_finalize (void *memory);
void *kernel_make (void);
int kernel_finalized (void);

/* 1 when libghcomp, under whichever name, owns GOMP_parallel in this process. */
int kernel_served_by_ghcomp (void);

/* libghcomp's name for its back end, or "". */
const char *kernel_backend (void);

#endif
