/* What the sources of the program "overhead" share: constructs.c has the list, each of the others
 * the bodies of one family. */
#ifndef BENCH_CONSTRUCT_H
#define BENCH_CONSTRUCT_H

#include <stdbool.h>

enum { MAX_THREADS = 256 };

/* The team size that was asked for. */
extern int threads;

/* A counter of each thread on cache lines of its own. */
struct slot {
  long count;
  char pad[120];
};
extern struct slot slots[MAX_THREADS];

bool slots_are (long count);
long sum_slots (void);
double now_ns (void);

/* A body repeats its construct and says whether what it computed is right.  One that makes threads
 * of its own sets own_ns to the time to be counted; otherwise all of it is. */
typedef bool body (long reps);
extern double own_ns;

struct construct {
  const char *name;
  body *run;
  int operations; /* in a repetition */
  long least;     /* repetitions, so that the region around them does not make the time */
  int only;       /* the one team size it is for; 0: any */
};
extern const struct construct constructs[];
extern const int construct_count;

/* sync.c */
body fork_join, parallel_for, barrier, single, single_copyprivate, critical, lock, nest_lock, ordered,
  atomic, atomic_long_double, reduction, sections;
/* loops.c */
body loop_static, loop_static_1, loop_static_64, loop_dynamic_1, loop_dynamic_64, loop_monotonic_1,
  loop_nonmonotonic_1, loop_guided, loop_nonmonotonic_guided, loop_runtime, loop_nowait, loop_uneven;
/* tasks.c */
body task_flat, task_parallel, task_nested, task_fib, task_chain, task_graph, task_group, taskloop;
/* regions.c */
body nested, hosts_in_turn, hosts_at_once;

enum {
  LOOP = 1024,    /* iterations of a loop */
  ORDERED = 64,   /* ordered regions in a loop */
  TASKS = 64,     /* tasks that one thread makes */
  FIB = 12,       /* fib (FIB) by tasks ... */
  FIB_RESULT = 144,
  FIB_TASKS = 464, /* ... this many of them */
  GRID = 8,       /* rows and columns of task_graph */
  HOSTS = 8,      /* initial threads of hosts_* */
};

#endif
