/* count THREADS CONSTRUCT REPS: repeats a construct with next to no body, for counting its
 * instructions (bench/count).  The difference of two runs with different REPS leaves only the
 * construct, and the loop around it: see "nothing".  Exit status 1 for a wrong result. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int threads;
static long reps;
static long done[256][16]; /* of each thread, on lines of its own */
static omp_lock_t the_lock;

#define HERE() done[omp_get_thread_num ()][0]

static void
nothing (void)
{
  for (long r = 0; r < reps; r++)
    __asm__ volatile ("" ::: "memory");
  done[0][0] = reps;
}

static void
region (void)
{
  for (long r = 0; r < reps; r++) {
#pragma omp parallel num_threads(threads)
    __asm__ volatile ("" ::: "memory");
  }
  done[0][0] = reps;
}

static void
region_reduction (void)
{
  long sum = 0;
  for (long r = 0; r < reps; r++) {
#pragma omp parallel num_threads(threads) reduction(+ : sum)
    sum++;
  }
  done[0][0] = sum / threads;
}

/* The construct, repeated in one region. */
#define INSIDE(name, ...)                                                                          \
  static void name (void)                                                                          \
  {                                                                                                \
    _Pragma ("omp parallel num_threads(threads)")                                                  \
    {                                                                                              \
      for (long r = 0; r < reps; r++) {                                                            \
        __VA_ARGS__                                                                                \
      }                                                                                            \
      HERE () = reps;                                                                              \
    }                                                                                              \
  }
#define TOUCH __asm__ volatile ("" ::: "memory");
INSIDE (barrier, _Pragma ("omp barrier") TOUCH)
INSIDE (single, _Pragma ("omp single") TOUCH)
INSIDE (critical, _Pragma ("omp critical") TOUCH)
INSIDE (lock, omp_set_lock (&the_lock); TOUCH omp_unset_lock (&the_lock);)
INSIDE (loop_static, _Pragma ("omp for schedule(static)") for (int i = 0; i < 4; i++) TOUCH)
INSIDE (loop_dynamic, _Pragma ("omp for schedule(dynamic, 1)") for (int i = 0; i < 4; i++) TOUCH)
INSIDE (loop_guided, _Pragma ("omp for schedule(guided)") for (int i = 0; i < 4; i++) TOUCH)
INSIDE (ordered, _Pragma ("omp for ordered") for (int i = 0; i < 4; i++) { _Pragma ("omp ordered") TOUCH })
INSIDE (task, _Pragma ("omp task") TOUCH _Pragma ("omp taskwait"))
INSIDE (get_thread_num, if (omp_get_thread_num () < 0) abort ();)

static const struct {
  const char *name;
  void (*run) (void);
} constructs[] = {
  { "nothing", nothing }, { "region", region }, { "region-reduction", region_reduction },
  { "barrier", barrier }, { "single", single }, { "critical", critical }, { "lock", lock },
  { "loop-static", loop_static }, { "loop-dynamic-1", loop_dynamic }, { "loop-guided", loop_guided },
  { "ordered", ordered }, { "task-taskwait", task }, { "omp_get_thread_num", get_thread_num },
};

int
main (int argc, char **argv)
{
  threads = argc > 1 ? atoi (argv[1]) : 0;
  reps = argc > 3 ? atol (argv[3]) : 0;
  if (threads < 1 || threads > 256 || reps < 1) {
    fprintf (stderr, "usage: count THREADS CONSTRUCT REPS\n");
    return 2;
  }
  omp_set_dynamic (0);
  omp_init_lock (&the_lock);
  for (size_t i = 0; i < sizeof constructs / sizeof constructs[0]; i++)
    if (!strcmp (argv[2], constructs[i].name)) {
      constructs[i].run ();
      if (done[0][0] == reps)
        return 0;
      fprintf (stderr, "count: %s: wrong result\n", argv[2]);
      return 1;
    }
  for (size_t i = 0; i < sizeof constructs / sizeof constructs[0]; i++)
    fprintf (stderr, "%s\n", constructs[i].name);
  return 2;
}
