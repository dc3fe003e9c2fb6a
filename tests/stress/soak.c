// LIMIT: 240
// ENV: OMP_CANCELLATION=true
// REF: skip-libgomp a taskloop with a reduction outside of any region ends with "free(): invalid pointer"
/* Random programs against a serial model. A seed stands for a tree of constructs; run() does it with OpenMP, in any
 * context (implicit task, explicit task, plain thread), model() without, and both must give the same value.
 *   SOAK_SECONDS  how long (10; 60 with tests/run --all)   SOAK_ROUNDS  rounds to do instead of a time
 *   SOAK_SEED     first seed (1); printed when a round fails or hangs
 * `make soak` goes through many settings. With SOAK_HOST defined a Haskell program is the host: it calls soak_rounds, and
 * some leaves are callbacks. */
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include "check.h"

enum { REGION, LOOP, TASKS, DEPEND, LOCKS, ORDERED, DOACROSS, TASKLOOP, CANCEL, SHARED, HOST, DETACH, KINDS };
static const char *const names[KINDS] = { "region", "loop", "tasks", "depend", "locks", "ordered", "doacross",
                                          "taskloop", "cancel", "sections", "thread", "detach" };
enum { CELLS = 6, DEEPEST = 3 };

static uint64_t run (uint64_t seed, int depth);
static volatile uint64_t round_seed;
static uint64_t rounds, done[KINDS];

static uint64_t
mix (uint64_t x)
{
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/* A callback where the host is a Haskell program. */
static uint64_t (*leaf) (uint64_t) = mix;

static uint64_t
child (uint64_t seed, uint64_t i)
{
  return mix (seed + 0x9e3779b97f4a7c15u * (i + 1));
}

/* What both sides read from a seed. */
struct plan { int kind, threads, n, schedule, chunk, variant; };

static struct plan
plan_of (uint64_t seed, int depth)
{
  uint64_t a = mix (seed ^ 1), b = mix (seed ^ 2), c = mix (seed ^ 3);
  return (struct plan) { .kind = a % KINDS, .threads = 1 + b % (depth == DEEPEST ? 5 : 3), .n = 1 + c % 60,
                         .schedule = a / KINDS % 4, .chunk = b / 8 % 9, .variant = c / 64 % 3 };
}

static uint64_t
model (uint64_t seed, int depth)
{
  if (!depth)
    return mix (seed);
  struct plan p = plan_of (seed, depth);
  uint64_t sum = 0, cell[CELLS] = { 0 };
  switch (p.kind)
    {
    case REGION:
      for (int i = 0; i < p.threads; i++)
        sum += model (child (seed, i), depth - 1);
      break;
    case LOOP:
    case TASKLOOP:
      for (int i = 0; i < p.n; i++)
        sum += model (child (seed, i), i % 16 ? 0 : depth - 1);
      break;
    case TASKS:
      for (int i = 0; i < 1 + p.n % 5; i++)
        sum += model (child (seed, i), depth - 1);
      break;
    case DEPEND:
      for (int i = 0; i < p.n; i++)
        {
          uint64_t r = child (seed, i);
          cell[r % CELLS] = mix (cell[r % CELLS] + cell[r / 8 % CELLS] + i);
        }
      for (int i = 0; i < CELLS; i++)
        sum = mix (sum + cell[i]);
      break;
    case LOCKS:
      sum = (uint64_t) p.threads * p.n * 4;
      break;
    case ORDERED:
      for (int i = 0; i < p.n; i++)
        sum = mix (sum + i);
      break;
    case DOACROSS:
      {
        uint64_t row[64] = { 0 };
        for (int i = 0; i < p.n; i++)
          row[i] = mix ((i > p.variant ? row[i - p.variant - 1] : seed) + i);
        for (int i = 0; i < p.n; i++)
          sum += row[i];
      }
      break;
    case CANCEL:
      break;
    case SHARED:
      sum = p.threads * mix (seed) + model (child (seed, 0), depth - 1) + model (child (seed, 1), depth - 1)
            + model (child (seed, 2), 0);
      break;
    case HOST:
      sum = model (child (seed, 0), depth - 1);
      break;
    case DETACH:
      for (int i = 0; i < 3; i++)
        sum += model (child (seed, i), 0);
      break;
    }
  return sum + p.kind;
}

static uint64_t
run_depend (uint64_t seed, struct plan p)
{
  uint64_t cell[CELLS] = { 0 }, sum = 0;
  for (int i = 0; i < p.n; i++)
    {
      uint64_t r = child (seed, i), *to = &cell[r % CELLS], *from = &cell[r / 8 % CELLS];
      if (to == from)
        {
#pragma omp task depend(inout : *to) firstprivate(to, i) shared(cell)
          *to = mix (*to + *to + i);
        }
      else if (p.variant)
        {
#pragma omp task depend(inout : *to) depend(in : *from) firstprivate(to, from, i) shared(cell)
          *to = mix (*to + *from + i);
        }
      else
        {
#pragma omp task depend(inout : *to) depend(in : *from) firstprivate(to, from, i) shared(cell) if (i % 3) priority(i)
          *to = mix (*to + *from + i);
        }
    }
#pragma omp taskwait
  for (int i = 0; i < CELLS; i++)
    sum = mix (sum + cell[i]);
  return sum;
}

static uint64_t
run_locks (struct plan p)
{
  omp_lock_t lock;
  omp_nest_lock_t nest;
  uint64_t a = 0, b = 0, c = 0, d = 0;
  omp_init_lock (&lock);
  omp_init_nest_lock (&nest);
#pragma omp parallel num_threads(p.threads) shared(lock, nest, a, b, c, d)
  for (int i = 0; i < p.n; i++)
    {
      if (i & 1)
        omp_set_lock (&lock);
      else
        while (!omp_test_lock (&lock))
          {
#pragma omp taskyield
          }
      a++;
      omp_unset_lock (&lock);
      omp_set_nest_lock (&nest);
      omp_set_nest_lock (&nest);
      b++;
      omp_unset_nest_lock (&nest);
      omp_unset_nest_lock (&nest);
#pragma omp critical(soak)
      c++;
#pragma omp atomic
      d++;
    }
  omp_destroy_lock (&lock);
  omp_destroy_nest_lock (&nest);
  return a + b + c + d;
}

/* How many iterations a cancelled construct runs is not said: the one that cancels runs, and none runs twice. */
static void
run_cancel (struct plan p)
{
  int hit = p.n / 2, on = omp_get_cancellation ();
  unsigned char seen[64] = { 0 };
  int total = 0;
  switch (p.variant)
    {
    case 0:
#pragma omp parallel num_threads(p.threads) shared(seen)
      {
#pragma omp for schedule(dynamic)
        for (int i = 0; i < p.n; i++)
          {
#pragma omp cancellation point for
#pragma omp atomic
            seen[i]++;
            if (i == hit)
              {
#pragma omp cancel for
              }
          }
      }
      CHECK_EQ (seen[hit], 1);
      break;
    case 1:
#pragma omp parallel num_threads(p.threads) shared(seen)
      {
#pragma omp atomic
        seen[omp_get_thread_num ()]++;
        if (omp_get_thread_num () == hit % p.threads)
          {
#pragma omp cancel parallel
          }
#pragma omp barrier
        if (on)
          {
#pragma omp atomic write
            total = 1;
          }
      }
      /* Nobody can pass the barrier before the cancelling member has come to cancel. */
      CHECK (!total);
      CHECK_EQ (seen[hit % p.threads], 1);
      break;
    case 2:
#pragma omp taskgroup
      for (int i = 0; i < p.n; i++)
        {
#pragma omp task shared(seen) firstprivate(i, hit)
          {
#pragma omp atomic
            seen[i]++;
            if (i == hit)
              {
#pragma omp cancel taskgroup
              }
          }
        }
      CHECK_EQ (seen[hit], 1);
      break;
    }
  for (int i = 0; i < p.n; i++)
    CHECK (seen[i] <= 1);
}

/* Of each initial thread. */
static void
settings (void)
{
  omp_set_dynamic (0);
  omp_set_max_active_levels (8);
}

struct host { uint64_t seed, sum; int depth; };

static void *
host_main (void *argument)
{
  struct host *host = argument;
  settings ();
  host->sum = run (host->seed, host->depth);
  return 0;
}

static uint64_t
run_detach (uint64_t seed, struct plan p)
{
  uint64_t sum = 0;
#pragma omp parallel num_threads(p.threads) shared(sum)
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 3; i++)
    {
      omp_event_handle_t event;
#pragma omp task detach(event) firstprivate(i) shared(sum)
      {
#pragma omp atomic
        sum += model (child (seed, i), 0);
      }
#pragma omp task firstprivate(event)
      omp_fulfill_event (event);
    }
  return sum;
}

static uint64_t
run (uint64_t seed, int depth)
{
  if (!depth)
    return seed % 32 ? mix (seed) : leaf (seed);
  struct plan p = plan_of (seed, depth);
  uint64_t sum = 0;
#pragma omp atomic
  done[p.kind]++;
  switch (p.kind)
    {
    case REGION:
#pragma omp parallel num_threads(p.threads) reduction(+ : sum)
      {
        CHECK_EQ (omp_get_num_threads (), p.threads);
        sum += run (child (seed, omp_get_thread_num ()), depth - 1);
        if (p.variant)
          {
#pragma omp barrier
          }
      }
      break;
    case LOOP:
      omp_set_schedule ((omp_sched_t) (1 + p.schedule), p.chunk);
#pragma omp parallel for num_threads(p.threads) reduction(+ : sum) schedule(runtime)
      for (int i = 0; i < p.n; i++)
        sum += run (child (seed, i), i % 16 ? 0 : depth - 1);
      break;
    case TASKS:
      {
        int count = 1 + p.n % 5;
        if (p.variant)
          {
            for (int i = 0; i < count; i++)
              {
#pragma omp task shared(sum) firstprivate(i) if (i & 1) final(p.variant == 2 && i == 2)
                {
                  uint64_t part = run (child (seed, i), depth - 1);
#pragma omp atomic
                  sum += part;
                }
              }
#pragma omp taskwait
          }
        else
          {
#pragma omp taskgroup task_reduction(+ : sum)
            for (int i = 0; i < count; i++)
              {
#pragma omp task in_reduction(+ : sum) firstprivate(i) mergeable
                sum += run (child (seed, i), depth - 1);
              }
          }
      }
      break;
    case DEPEND:
      if (p.schedule & 1)
        sum = run_depend (seed, p);
      else
        {
#pragma omp parallel num_threads(p.threads) shared(sum)
#pragma omp single
          sum = run_depend (seed, p);
        }
      break;
    case LOCKS:
      sum = run_locks (p);
      break;
    case ORDERED:
#pragma omp parallel for num_threads(p.threads) ordered schedule(dynamic, 2) shared(sum)
      for (int i = 0; i < p.n; i++)
        {
#pragma omp ordered
          sum = mix (sum + i);
        }
      break;
    case DOACROSS:
      {
        uint64_t row[64] = { 0 };
        int back = p.variant + 1;
#pragma omp parallel num_threads(p.threads) shared(row, back) reduction(+ : sum)
        {
          if (back == 1)
            {
#pragma omp for ordered(1) schedule(dynamic)
              for (int i = 0; i < p.n; i++)
                {
#pragma omp ordered depend(sink : i - 1)
                  row[i] = mix ((i > 0 ? row[i - 1] : seed) + i);
#pragma omp ordered depend(source)
                }
            }
          else if (back == 2)
            {
#pragma omp for ordered(1) schedule(static, 1)
              for (int i = 0; i < p.n; i++)
                {
#pragma omp ordered depend(sink : i - 2)
                  row[i] = mix ((i > 1 ? row[i - 2] : seed) + i);
#pragma omp ordered depend(source)
                }
            }
          else
            {
#pragma omp for ordered(1) schedule(static)
              for (int i = 0; i < p.n; i++)
                {
#pragma omp ordered depend(sink : i - 3)
                  row[i] = mix ((i > 2 ? row[i - 3] : seed) + i);
#pragma omp ordered depend(source)
                }
            }
#pragma omp for nowait
          for (int i = 0; i < p.n; i++)
            sum += row[i];
        }
      }
      break;
    case TASKLOOP:
      if (p.variant)
        {
#pragma omp taskloop reduction(+ : sum) grainsize(1 + p.chunk)
          for (int i = 0; i < p.n; i++)
            sum += run (child (seed, i), i % 16 ? 0 : depth - 1);
        }
      else
        {
#pragma omp parallel num_threads(p.threads) shared(sum)
#pragma omp single
#pragma omp taskloop reduction(+ : sum) num_tasks(1 + p.chunk)
          for (int i = 0; i < p.n; i++)
            sum += run (child (seed, i), i % 16 ? 0 : depth - 1);
        }
      break;
    case CANCEL:
      run_cancel (p);
      break;
    case SHARED:
      {
        uint64_t told = 0;
#pragma omp parallel num_threads(p.threads) firstprivate(told) reduction(+ : sum)
        {
#pragma omp single copyprivate(told)
          told = mix (seed);
          sum += told;
#pragma omp sections nowait
          {
            sum += run (child (seed, 0), depth - 1);
#pragma omp section
            sum += run (child (seed, 1), depth - 1);
          }
#pragma omp masked
          sum += run (child (seed, 2), 0);
        }
      }
      break;
    case HOST:
      {
        struct host host = { child (seed, 0), 0, depth - 1 };
        pthread_t thread;
        CHECK (!pthread_create (&thread, 0, host_main, &host));
        CHECK (!pthread_join (thread, 0));
        sum = host.sum;
      }
      break;
    case DETACH:
      sum = run_detach (seed, p);
      break;
    }
  sum += p.kind;
  if (sum != model (seed, depth))
    {
      fprintf (stderr, "a %s of %d threads, depth %d, n %d, schedule %d, variant %d gives %llx, the model %llx: SOAK_SEED=%llu\n",
               names[p.kind], p.threads, depth, p.n, p.schedule, p.variant, (unsigned long long) sum,
               (unsigned long long) model (seed, depth), (unsigned long long) round_seed);
      _exit (1);
    }
  return sum;
}

static void
hung (int signal)
{
  char line[64];
  int length = snprintf (line, sizeof line, "a round hangs: SOAK_SEED=%llu\n", (unsigned long long) round_seed);
  (void) signal;
  (void) !write (2, line, length);
  abort ();
}

/* Rounds from the seed on, for so long or so many; the seed after the last. */
static uint64_t
soak (uint64_t seed, double seconds, uint64_t most)
{
  double end = check_seconds () + seconds;
  settings ();
  for (rounds = 0; rounds < most && (seconds == 0 || check_seconds () < end); rounds++)
    {
      round_seed = seed + rounds;
      alarm (60);
      run (mix (round_seed), DEEPEST);
    }
  alarm (0);
  printf ("seeds %llu to %llu:", (unsigned long long) seed, (unsigned long long) round_seed);
  for (int i = 0; i < KINDS; i++)
    printf (" %s %llu", names[i], (unsigned long long) done[i]);
  puts ("");
  return seed + rounds;
}

#ifdef SOAK_HOST
uint64_t soak_rounds (uint64_t (*) (uint64_t), uint64_t, double);

uint64_t
soak_rounds (uint64_t (*callback) (uint64_t), uint64_t seed, double seconds)
{
  signal (SIGALRM, hung);
  leaf = callback;
  return soak (seed, seconds, UINT64_MAX);
}
#else
int
main (void)
{
  const char *seconds = getenv ("SOAK_SECONDS"), *first = getenv ("SOAK_SEED"), *count = getenv ("SOAK_ROUNDS");
  signal (SIGALRM, hung);
  soak (first ? strtoull (first, 0, 10) : 1, count ? 0 : seconds ? atof (seconds) : getenv ("TEST_ALL") ? 60 : 10,
        count ? strtoull (count, 0, 10) : UINT64_MAX);
  for (int i = 0; i < KINDS; i++)
    CHECK (count || done[i] > 0);
  return 0;
}
#endif
