/* overhead THREADS [CONSTRUCT...]: the cost of one operation of each OpenMP construct.
 *
 * Prints "CONSTRUCT THREADS NS" for each sample.  Each sample repeats the construct for about
 * 10 ms and checks what the repetitions computed; a wrong answer ends the program with status 1.
 * Times are wall-clock times seen by the primary thread.  An operation is one construct met by
 * the whole team, except: critical and lock, one entry by one thread; task and fib, one task;
 * the loops (loop-*), one loop of LOOP iterations; taskloop, one of TASKS tasks.
 * Environment: BENCH_SAMPLES samples of each construct (2). */
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOOP = 1024, ORDERED = 64, TASKS = 64, FIB = 12, FIB_RESULT = 144, FIB_TASKS = 464 };
#define TARGET_NS 10e6

static int threads;

static double
now_ns (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

/* A counter of each thread on its own cache lines. */
struct slot {
  long count;
  char pad[120];
};
static struct slot slots[256];

static void
clear_slots (void)
{
  memset (slots, 0, sizeof slots);
}

static bool
slots_are (long count)
{
  for (int i = 0; i < threads; i++)
    if (slots[i].count != count)
      return false;
  return true;
}

static bool
fork_join (long reps)
{
  for (long r = 0; r < reps; r++) {
#pragma omp parallel num_threads(threads)
    slots[omp_get_thread_num ()].count++;
  }
  return slots_are (reps);
}

static bool
parallel_for (long reps)
{
  static int cell[LOOP];
  memset (cell, 0, sizeof cell);
  for (long r = 0; r < reps; r++) {
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int i = 0; i < LOOP; i++)
      cell[i]++;
  }
  for (int i = 0; i < LOOP; i++)
    if (cell[i] != (int) reps)
      return false;
  return true;
}

/* Before each barrier a thread publishes its round, after it reads its neighbour's: which is at
 * that round, or one further. */
static bool
barrier (long reps)
{
  long late = 0;
#pragma omp parallel num_threads(threads) reduction(+ : late)
  {
    int me = omp_get_thread_num (), next = (me + 1) % threads;
    for (long r = 1; r <= reps; r++) {
      __atomic_store_n (&slots[me].count, r, __ATOMIC_RELAXED);
#pragma omp barrier
      long seen = __atomic_load_n (&slots[next].count, __ATOMIC_RELAXED);
      late += seen < r || seen > r + 1;
    }
  }
  return late == 0 && slots_are (reps);
}

static bool
single (long reps)
{
  long count = 0;
#pragma omp parallel num_threads(threads)
  for (long r = 0; r < reps; r++) {
#pragma omp single
    count++;
  }
  return count == reps;
}

/* The repetitions of critical and lock are shared out, so that the work does not grow with the
 * team: the first reps % threads threads enter once more. */
static long
share (long reps)
{
  return reps / threads + (omp_get_thread_num () < reps % threads);
}

static bool
critical (long reps)
{
  long count = 0;
#pragma omp parallel num_threads(threads)
  for (long r = share (reps); r > 0; r--) {
#pragma omp critical
    count++;
  }
  return count == reps;
}

static bool
lock (long reps)
{
  long count = 0;
  omp_lock_t l;
  omp_init_lock (&l);
#pragma omp parallel num_threads(threads)
  for (long r = share (reps); r > 0; r--) {
    omp_set_lock (&l);
    count++;
    omp_unset_lock (&l);
  }
  omp_destroy_lock (&l);
  return count == reps;
}

static bool
ordered (long reps)
{
  long next = 0, wrong = 0;
#pragma omp parallel num_threads(threads)
  for (long r = 0; r < reps; r++) {
#pragma omp for ordered schedule(static, 1)
    for (int i = 0; i < ORDERED; i++) {
#pragma omp ordered
      {
        wrong += next != r * ORDERED + i;
        next++;
      }
    }
  }
  return wrong == 0 && next == reps * ORDERED;
}

static bool
reduction (long reps)
{
  long sum = 0;
  for (long r = 0; r < reps; r++) {
#pragma omp parallel num_threads(threads) reduction(+ : sum)
    sum += omp_get_thread_num () + 1;
  }
  return sum == reps * threads * (threads + 1) / 2;
}

#define LOOP_BENCH(name, ...)                                                                      \
  static bool name (long reps)                                                                     \
  {                                                                                                \
    _Pragma ("omp parallel num_threads(threads)")                                                  \
    {                                                                                              \
      struct slot *mine = &slots[omp_get_thread_num ()];                                           \
      for (long r = 0; r < reps; r++) {                                                            \
        _Pragma (#__VA_ARGS__) for (int i = 0; i < LOOP; i++)                                      \
        {                                                                                          \
          mine->count += i;                                                                        \
          __asm__ volatile ("" ::: "memory");                                                      \
        }                                                                                          \
      }                                                                                            \
    }                                                                                              \
    long sum = 0;                                                                                  \
    for (int i = 0; i < threads; i++)                                                              \
      sum += slots[i].count;                                                                       \
    return sum == reps * (LOOP * (LOOP - 1L) / 2);                                                 \
  }
LOOP_BENCH (loop_static, omp for schedule(static))
LOOP_BENCH (loop_static_1, omp for schedule(static, 1))
LOOP_BENCH (loop_dynamic, omp for schedule(dynamic, 1))
LOOP_BENCH (loop_dynamic_16, omp for schedule(dynamic, 16))
LOOP_BENCH (loop_guided, omp for schedule(guided))

static long
sum_slots (void)
{
  long sum = 0;
  for (int i = 0; i < threads; i++)
    sum += slots[i].count;
  return sum;
}

/* One thread makes TASKS tasks, anyone runs them. */
static bool
task (long reps)
{
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (long r = 0; r < reps; r++) {
    for (int i = 0; i < TASKS; i++) {
#pragma omp task
      slots[omp_get_thread_num ()].count++;
    }
#pragma omp taskwait
  }
  return sum_slots () == reps * TASKS;
}

static int
fib (int n)
{
  if (n < 2)
    return n;
  int a, b;
#pragma omp task shared(a)
  a = fib (n - 1);
#pragma omp task shared(b)
  b = fib (n - 2);
#pragma omp taskwait
  return a + b;
}

static bool
task_fib (long reps)
{
  bool ok = true;
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (long r = 0; r < reps; r++)
    ok &= fib (FIB) == FIB_RESULT;
  return ok;
}

static bool
taskloop (long reps)
{
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (long r = 0; r < reps; r++) {
#pragma omp taskloop num_tasks(TASKS)
    for (int i = 0; i < TASKS; i++)
      slots[omp_get_thread_num ()].count++;
  }
  return sum_slots () == reps * TASKS;
}

static const struct construct {
  const char *name;
  bool (*run) (long reps);
  int operations; /* in a repetition */
  long least;     /* repetitions, so that the region around them does not make the time */
} constructs[] = {
  { "fork-join", fork_join, 1, 8 },
  { "parallel-for", parallel_for, 1, 8 },
  { "barrier", barrier, 1, 8 },
  { "single", single, 1, 8 },
  { "critical", critical, 1, 20000 },
  { "lock", lock, 1, 20000 },
  { "ordered", ordered, ORDERED, 8 },
  { "reduction", reduction, 1, 8 },
  { "loop-static", loop_static, 1, 8 },
  { "loop-static-1", loop_static_1, 1, 8 },
  { "loop-dynamic-1", loop_dynamic, 1, 8 },
  { "loop-dynamic-16", loop_dynamic_16, 1, 8 },
  { "loop-guided", loop_guided, 1, 8 },
  { "task", task, TASKS, 8 },
  { "task-fib", task_fib, FIB_TASKS, 8 },
  { "taskloop", taskloop, TASKS, 8 },
};
enum { CONSTRUCTS = sizeof constructs / sizeof constructs[0] };

static double
timed (const struct construct *c, long reps)
{
  clear_slots ();
  double start = now_ns ();
  bool ok = c->run (reps);
  double spent = now_ns () - start;
  if (!ok) {
    fprintf (stderr, "overhead: %s with %d threads: wrong answer\n", c->name, threads);
    exit (1);
  }
  return spent;
}

static void
measure (const struct construct *c, int samples)
{
  long reps = c->least;
  timed (c, 1);
  double spent;
  /* The faster of two: one preempted run must not settle the number of repetitions. */
  for (;; reps *= 2) {
    double first = timed (c, reps), second = timed (c, reps);
    spent = first < second ? first : second;
    if (spent >= TARGET_NS / 4 || reps >= 1L << 22)
      break;
  }
  double scale = TARGET_NS / spent;
  if (scale > 1)
    reps = (long) ((double) reps * (scale < 4 ? scale : 4));
  for (int s = 0; s < samples; s++) {
    printf ("%s %d %.2f\n", c->name, threads, timed (c, reps) / ((double) reps * c->operations));
    fflush (stdout);
  }
}

static const struct construct *
find (const char *name)
{
  for (int i = 0; i < CONSTRUCTS; i++)
    if (!strcmp (constructs[i].name, name))
      return &constructs[i];
  fprintf (stderr, "overhead: no construct \"%s\"; there are:", name);
  for (int i = 0; i < CONSTRUCTS; i++)
    fprintf (stderr, " %s", constructs[i].name);
  fputc ('\n', stderr);
  exit (2);
}

int
main (int argc, char **argv)
{
  threads = argc > 1 ? atoi (argv[1]) : 0;
  if (threads < 1 || threads > (int) (sizeof slots / sizeof slots[0])) {
    fprintf (stderr, "usage: overhead THREADS [CONSTRUCT...]\n");
    return 2;
  }
  for (int i = 2; i < argc; i++)
    find (argv[i]);
  const char *text = getenv ("BENCH_SAMPLES");
  int samples = text && atoi (text) > 0 ? atoi (text) : 2;

  int size = 0;
  omp_set_dynamic (0);
#pragma omp parallel num_threads(threads)
#pragma omp master
  size = omp_get_num_threads ();
  if (size != threads) {
    fprintf (stderr, "overhead: asked for %d threads, got %d\n", threads, size);
    return 1;
  }
  if (argc > 2)
    for (int i = 2; i < argc; i++)
      measure (find (argv[i]), samples);
  else
    for (int i = 0; i < CONSTRUCTS; i++)
      measure (&constructs[i], samples);
  return 0;
}
