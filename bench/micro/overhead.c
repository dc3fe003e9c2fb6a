/* overhead THREADS [CONSTRUCT[:REPS]...]: the cost of one operation of each OpenMP construct.
 * overhead --list: their names, each with the team size it is for (0: any).
 *
 * Prints "CONSTRUCT THREADS NS REPS" for each sample.  A sample repeats the construct REPS times, or
 * for about 10 ms when REPS is not given, after a warm-up of half as many, and checks what the
 * repetitions computed; a wrong answer ends the program with status 1.
 * Times are wall-clock times seen by the primary thread.  An operation is one construct met by
 * the whole team, except: critical, atomic and the locks, one entry by one thread; the tasks, one
 * task; the loops (loop-*), one loop of LOOP iterations; nested, one region of the outer and the
 * inner two; hosts-*, one region.
 * Environment: BENCH_SAMPLES samples of each construct (1). */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "construct.h"

#define TARGET_NS 10e6

int threads;
struct slot slots[MAX_THREADS];
double own_ns;

const struct construct constructs[] = {
  { "fork-join", fork_join, 1, 8, 0 },
  { "parallel-for", parallel_for, 1, 8, 0 },
  { "barrier", barrier, 1, 8, 0 },
  { "single", single, 1, 8, 0 },
  { "copyprivate", single_copyprivate, 1, 8, 0 },
  { "sections", sections, 1, 8, 0 },
  { "critical", critical, 1, 5000, 0 },
  { "lock", lock, 1, 5000, 0 },
  { "nest-lock", nest_lock, 1, 5000, 0 },
  { "ordered", ordered, ORDERED, 8, 0 },
  { "atomic", atomic, 1, 5000, 0 },
  { "atomic-16-bytes", atomic_long_double, 1, 5000, 0 },
  { "reduction", reduction, 1, 8, 0 },
  { "loop-static", loop_static, 1, 8, 0 },
  { "loop-static-1", loop_static_1, 1, 8, 0 },
  { "loop-static-64", loop_static_64, 1, 8, 0 },
  { "loop-dynamic-1", loop_dynamic_1, 1, 8, 0 },
  { "loop-dynamic-64", loop_dynamic_64, 1, 8, 0 },
  { "loop-monotonic-dynamic-1", loop_monotonic_1, 1, 8, 0 },
  { "loop-nonmonotonic-dynamic-1", loop_nonmonotonic_1, 1, 8, 0 },
  { "loop-guided", loop_guided, 1, 8, 0 },
  { "loop-nonmonotonic-guided", loop_nonmonotonic_guided, 1, 8, 0 },
  { "loop-runtime", loop_runtime, 1, 8, 0 },
  { "loop-nowait", loop_nowait, 1, 8, 0 },
  { "loop-uneven", loop_uneven, 1, 8, 0 },
  { "task-flat", task_flat, TASKS, 8, 0 },
  { "task-parallel", task_parallel, TASKS, 8, 0 },
  { "task-nested", task_nested, TASKS + TASKS / 8, 8, 0 },
  { "task-fib", task_fib, FIB_TASKS, 8, 0 },
  { "task-chain", task_chain, TASKS, 8, 0 },
  { "task-graph", task_graph, GRID * GRID, 8, 0 },
  { "taskgroup", task_group, TASKS, 8, 0 },
  { "taskloop", taskloop, TASKS, 8, 0 },
  { "nested-2x2", nested, 1, 8, 2 },
  { "hosts-in-turn", hosts_in_turn, HOSTS, 8, 2 },
  { "hosts-at-once", hosts_at_once, HOSTS, 8, 2 },
};
const int construct_count = sizeof constructs / sizeof constructs[0];

double
now_ns (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

bool
slots_are (long count)
{
  for (int i = 0; i < threads; i++)
    if (slots[i].count != count)
      return false;
  return true;
}

long
sum_slots (void)
{
  long sum = 0;
  for (int i = 0; i < threads; i++)
    sum += slots[i].count;
  return sum;
}

static double
timed (const struct construct *c, long reps)
{
  memset (slots, 0, sizeof slots);
  own_ns = 0;
  double start = now_ns ();
  bool ok = c->run (reps);
  double spent = now_ns () - start;
  if (!ok) {
    fprintf (stderr, "overhead: %s with %d threads: wrong answer\n", c->name, threads);
    exit (1);
  }
  return own_ns > 0 ? own_ns : spent;
}

/* Repetitions that take about TARGET_NS. */
static long
calibrate (const struct construct *c)
{
  long reps = c->least;
  double spent;
  /* The faster of two: one preempted run must not settle the number of repetitions. */
  for (;; reps *= 2) {
    double first = timed (c, reps), second = timed (c, reps);
    spent = first < second ? first : second;
    if (spent >= TARGET_NS / 4 || reps >= 1L << 22)
      break;
  }
  double scale = TARGET_NS / spent;
  return scale > 1 ? (long) ((double) reps * (scale < 4 ? scale : 4)) : reps;
}

static void
measure (const struct construct *c, long reps, int samples)
{
  timed (c, 1);
  if (reps == 0)
    reps = calibrate (c);
  timed (c, reps / 2 + 1);
  for (int s = 0; s < samples; s++) {
    double spent = timed (c, reps);
    printf ("%s %d %.2f %ld\n", c->name, threads, spent / ((double) reps * c->operations), reps);
    fflush (stdout);
  }
}

/* The construct that "NAME" or "NAME:REPS" means. */
static const struct construct *
find (const char *text, long *reps)
{
  size_t length = strcspn (text, ":");
  *reps = text[length] == ':' ? atol (text + length + 1) : 0;
  for (int i = 0; i < construct_count; i++)
    if (strlen (constructs[i].name) == length && !strncmp (constructs[i].name, text, length))
      return &constructs[i];
  fprintf (stderr, "overhead: no construct \"%s\"; see --list\n", text);
  exit (2);
}

int
main (int argc, char **argv)
{
  if (argc > 1 && !strcmp (argv[1], "--list")) {
    for (int i = 0; i < construct_count; i++)
      printf ("%s %d\n", constructs[i].name, constructs[i].only);
    return 0;
  }
  threads = argc > 1 ? atoi (argv[1]) : 0;
  if (threads < 1 || threads > MAX_THREADS) {
    fprintf (stderr, "usage: overhead THREADS [CONSTRUCT[:REPS]...]\n");
    return 2;
  }
  long reps;
  for (int i = 2; i < argc; i++)
    find (argv[i], &reps);
  const char *text = getenv ("BENCH_SAMPLES");
  int samples = text && atoi (text) > 0 ? atoi (text) : 1;

  int size = 0;
  omp_set_dynamic (0);
#pragma omp parallel num_threads(threads)
#pragma omp master
  size = omp_get_num_threads ();
  if (size != threads) {
    fprintf (stderr, "overhead: asked for %d threads, got %d\n", threads, size);
    return 1;
  }
  for (int i = 2; i < argc; i++) {
    const struct construct *c = find (argv[i], &reps);
    measure (c, reps, samples);
  }
  if (argc == 2)
    for (int i = 0; i < construct_count; i++)
      if (constructs[i].only == 0 || constructs[i].only == threads)
        measure (&constructs[i], 0, samples);
  return 0;
}
