/* Constructs, each in a form without a race and in one with a race: matrix CONSTRUCT|all clean|race [ROUNDS]; without
 * arguments their names.  Built with -fsanitize=thread.  Status 0: no report for clean code, a report for each race. */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 4, WIDE = 64 };

static int reports;
static int cell[WIDE], plain, found;
static long double wide;
static int own;
#pragma omp threadprivate(own)

void __tsan_on_report (void *report);
void
__tsan_on_report (void *report)
{
  (void) report;
  __atomic_add_fetch (&reports, 1, __ATOMIC_RELAXED);
}

/* Something that takes a while and touches nothing shared, so that others come to their turn. */
static void
dawdle (void)
{
  for (volatile int i = 0; i < 300; i++)
    continue;
}

/* Of code with a race nothing is expected. */
static int racing;

static void
wrong (const char *what)
{
  if (racing)
    return;
  printf ("wrong result: %s\n", what);
  exit (2);
}

static void
parallel (int race)
{
  for (int i = 0; i < N; i++)
    cell[i] = i;
#pragma omp parallel num_threads(N)
  {
    cell[omp_get_thread_num ()] += plain;
    if (race)
      cell[N] = omp_get_thread_num ();
  }
  for (int i = 0; i < N; i++)
    plain += cell[i];
}

static void
barrier (int race)
{
#pragma omp parallel num_threads(N)
  {
    int me = omp_get_thread_num ();
    for (int round = 0; round < 3; round++)
      {
        cell[me] = round;
        if (!race)
          {
#pragma omp barrier
          }
        if (cell[(me + 1) % N] < 0)
          wrong ("barrier");
        if (!race)
          {
#pragma omp barrier
          }
      }
  }
}

/* More threads than CPUs, and than a group of the counted barrier. */
static void
barrier_of_many (int race)
{
#pragma omp parallel num_threads(20)
  {
    int me = omp_get_thread_num ();
    cell[me] = me;
    if (!race)
      {
#pragma omp barrier
      }
    if (cell[(me + 11) % 20] < 0)
      wrong ("barrier of many");
  }
}

static void
critical (int race)
{
#pragma omp parallel num_threads(N)
  for (int i = 0; i < 20; i++)
    if (race && omp_get_thread_num () == 1)
      {
#pragma omp critical(other)
        plain++;
      }
    else
      {
#pragma omp critical(one)
        plain++;
      }
}

static void
critical_unnamed (int race)
{
#pragma omp parallel num_threads(N)
  for (int i = 0; i < 20; i++)
    if (race && omp_get_thread_num () == 1)
      plain++;
    else
      {
#pragma omp critical
        plain++;
      }
}

static void
lock (int race)
{
  omp_lock_t locks[2];
  omp_init_lock (&locks[0]);
  omp_init_lock (&locks[1]);
#pragma omp parallel num_threads(N)
  for (int i = 0; i < 20; i++)
    {
      omp_lock_t *mine = &locks[race && omp_get_thread_num () == 1];
      if (i & 1)
        omp_set_lock (mine);
      else
        while (!omp_test_lock (mine))
          dawdle ();
      plain++;
      omp_unset_lock (mine);
    }
  omp_destroy_lock (&locks[0]);
  omp_destroy_lock (&locks[1]);
}

static void
nest_lock (int race)
{
  omp_nest_lock_t locks[2];
  omp_init_nest_lock (&locks[0]);
  omp_init_nest_lock (&locks[1]);
#pragma omp parallel num_threads(N)
  for (int i = 0; i < 20; i++)
    {
      omp_nest_lock_t *mine = &locks[race && omp_get_thread_num () == 1];
      omp_set_nest_lock (mine);
      plain++;
      if (omp_test_nest_lock (mine) != 2)
        wrong ("nest lock");
      plain++;
      omp_unset_nest_lock (mine);
      omp_unset_nest_lock (mine);
    }
  omp_destroy_nest_lock (&locks[0]);
  omp_destroy_nest_lock (&locks[1]);
}

static void
atomic (int race)
{
#pragma omp parallel num_threads(N)
  for (int i = 0; i < 20; i++)
    if (race && omp_get_thread_num () == 1)
      plain++;
    else
      {
#pragma omp atomic
        plain++;
      }
}

/* No instruction does this one: the compiler asks the runtime for a lock. */
static void
atomic_wide (int race)
{
#pragma omp parallel num_threads(N)
  for (int i = 0; i < 20; i++)
    if (race && omp_get_thread_num () == 1)
      wide = wide + 1;
    else
      {
#pragma omp atomic
        wide += 1;
      }
}

static void
single (int race)
{
#pragma omp parallel num_threads(N)
  {
    if (race)
      {
#pragma omp single nowait
        cell[0] = 7;
      }
    else
      {
#pragma omp single
        cell[0] = 7;
      }
    if (cell[0] < 0)
      wrong ("single");
  }
}

static void
copyprivate (int race)
{
#pragma omp parallel num_threads(N)
  {
    int *told = NULL;
#pragma omp single copyprivate(told)
    {
      told = malloc (sizeof *told);
      *told = 5;
    }
    if (race && omp_get_thread_num () == 2)
      *told = 6;
    if (*told < 5)
      wrong ("copyprivate");
#pragma omp barrier
#pragma omp masked
    free (told);
  }
}

static void
copyin (int race)
{
  own = 3;
#pragma omp parallel num_threads(N) copyin(own)
  {
    if (own != 3)
      wrong ("copyin");
    own = 4;
    if (race)
      plain = own;
  }
}

static void
sections (int race)
{
#pragma omp parallel num_threads(N)
  {
    if (race)
      {
#pragma omp sections nowait
        {
          cell[0] = 1;
#pragma omp section
          cell[1] = 2;
        }
      }
    else
      {
#pragma omp sections
        {
          cell[0] = 1;
#pragma omp section
          cell[1] = 2;
        }
      }
    if (cell[0] + cell[1] < 0)
      wrong ("sections");
  }
}

static void
loop_dynamic (int race)
{
  int last = 0;
#pragma omp parallel num_threads(N)
  {
#pragma omp for schedule(dynamic) lastprivate(last) nowait
    for (int i = 0; i < WIDE; i++)
      {
        cell[i] = last = i;
        dawdle ();
      }
    if (!race)
      {
#pragma omp barrier
      }
#pragma omp for schedule(guided)
    for (int i = 0; i < WIDE; i++)
      cell[WIDE - 1 - i]++;
  }
  if (last != WIDE - 1)
    wrong ("lastprivate");
}

static void
ordered (int race)
{
#pragma omp parallel for num_threads(N) ordered schedule(dynamic)
  for (int i = 0; i < WIDE; i++)
    {
      if (race)
        plain++;
#pragma omp ordered
      plain += i;
    }
}

/* Chunks of more than one iteration. */
static void
ordered_chunks (int race)
{
#pragma omp parallel for num_threads(N) ordered schedule(static, 3)
  for (int i = 0; i < WIDE; i++)
    {
      if (race)
        plain++;
#pragma omp ordered
      plain += i;
    }
}

static void
doacross (int race)
{
#pragma omp parallel for num_threads(N) ordered(1) schedule(static, 1)
  for (int i = 0; i < WIDE; i++)
    {
#pragma omp ordered depend(sink : i - 1)
      int before = i > 0 ? cell[i - 1] : 0;
      cell[i] = before + 1;
#pragma omp ordered depend(source)
      if (race)
        cell[i]++;
    }
}

static void
doacross_of_two (int race)
{
  static int grid[8][8];
#pragma omp parallel for num_threads(N) ordered(2) schedule(static, 1)
  for (int i = 1; i < 8; i++)
    for (int j = 1; j < 8; j++)
      {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
        grid[i][j] = grid[i - 1][j] + grid[i][j - 1] + 1;
        grid[i][j] %= 1000;
#pragma omp ordered depend(source)
        if (race)
          grid[i][j]++;
      }
}

static void
reduction (int race)
{
  int sum = 0, many[3] = { 0 };
#pragma omp parallel num_threads(N) reduction(+ : sum, many)
  {
    sum += omp_get_thread_num ();
    many[1]++;
    if (race)
      plain++;
#pragma omp for reduction(max : plain)
    for (int i = 0; i < WIDE; i++)
      plain = plain > i ? plain : i;
  }
  if (sum != N * (N - 1) / 2 || many[1] != N)
    wrong ("reduction");
}

static void
scan (int race)
{
  int sum = 0;
#pragma omp parallel num_threads(N)
  {
#pragma omp for reduction(inscan, + : sum)
    for (int i = 0; i < WIDE; i++)
      {
        sum += i;
#pragma omp scan inclusive(sum)
        cell[i] = sum;
      }
    if (race)
      cell[omp_get_thread_num () / 2]++;
  }
}

static void
conditional (int race)
{
  int last = -1;
#pragma omp parallel for num_threads(N) schedule(dynamic) lastprivate(conditional : last)
  for (int i = 0; i < WIDE; i++)
    {
      if (i % 5 == 0)
        last = i;
      if (race)
        plain = i;
    }
  if (last != 60)
    wrong ("lastprivate(conditional)");
}

static void
task (int race)
{
#pragma omp parallel num_threads(N)
#pragma omp single
  {
    int value[8];
    for (int i = 0; i < 8; i++)
      {
        value[i] = i;
#pragma omp task firstprivate(i) shared(value)
        {
          dawdle ();
          cell[i] = value[i];
        }
        if (race)
          value[i] = 0;
      }
#pragma omp taskwait
  }
  for (int i = 0; i < 8; i++)
    plain += cell[i];
}

/* Tasks that nobody waits for but the barrier. */
static void
task_barrier (int race)
{
#pragma omp parallel num_threads(N)
  {
    int me = omp_get_thread_num ();
    for (int i = 0; i < 4; i++)
      {
#pragma omp task firstprivate(i, me)
        {
          dawdle ();
          cell[me * 4 + i] = i;
        }
      }
    if (!race)
      {
#pragma omp barrier
      }
    for (int i = 0; i < 4 * N; i++)
      if (cell[i] > 100)
        wrong ("task and barrier");
  }
}

/* Arguments that do not fit a record, records and arguments that are used again. */
struct large { int x[100]; };
static void
task_large (int race)
{
#pragma omp parallel num_threads(N)
#pragma omp single
  for (int round = 0; round < 3; round++)
    {
      struct large large = { { 0 } };
      for (int i = 0; i < 20; i++)
        {
          large.x[i] = i;
#pragma omp task firstprivate(large, i)
          {
            dawdle ();
            cell[race ? 0 : i] = large.x[i];
          }
        }
#pragma omp taskwait
    }
}

static void
taskwait (int race)
{
#pragma omp parallel num_threads(N)
#pragma omp single
  {
    for (int i = 0; i < 8; i++)
      {
#pragma omp task firstprivate(i)
        {
          dawdle ();
          cell[i] = i;
        }
      }
    if (!race)
      {
#pragma omp taskwait
      }
    for (int i = 0; i < 8; i++)
      plain += cell[i];
  }
}

static void
taskgroup (int race)
{
#pragma omp parallel num_threads(N)
#pragma omp single
  {
    if (race)
      {
        for (int i = 0; i < 8; i++)
          {
#pragma omp task firstprivate(i)
            {
#pragma omp task firstprivate(i)
              {
                dawdle ();
                cell[i] = i;
              }
            }
          }
#pragma omp taskwait
      }
    else
      {
#pragma omp taskgroup
        for (int i = 0; i < 8; i++)
          {
#pragma omp task firstprivate(i)
            {
#pragma omp task firstprivate(i)
              {
                dawdle ();
                cell[i] = i;
              }
            }
          }
      }
    for (int i = 0; i < 8; i++)
      plain += cell[i];
  }
}

static void
depend (int race)
{
#pragma omp parallel num_threads(N)
#pragma omp single
  {
    for (int round = 0; round < 4; round++)
      {
#pragma omp task depend(out : cell[0])
        {
          dawdle ();
          plain = round;
        }
        for (int i = 1; i < 4; i++)
          {
#pragma omp task depend(in : cell[0]) firstprivate(i) depend(out : cell[i])
            {
              dawdle ();
              cell[i] = plain;
              if (race)
                plain++;
            }
          }
#pragma omp task depend(in : cell[1], cell[2], cell[3]) depend(inout : cell[0])
        plain = cell[1] + cell[2] + cell[3];
      }
#pragma omp taskwait
    plain = 0;
  }
}

/* Predecessors that are complete before the successor is made. */
static void
depend_late (int race)
{
#pragma omp parallel num_threads(N)
#pragma omp single
  {
    for (int i = 0; i < 40; i++)
      {
#pragma omp task depend(inout : cell[i % 3]) firstprivate(i)
        cell[race && i % 8 == 7 ? (i + 1) % 3 : i % 3]++;
        if (i % 4 == 0)
          for (int wait = 0; wait < 20; wait++)
            dawdle ();
      }
  }
}

static void
depend_mutex (int race)
{
#pragma omp parallel num_threads(N)
#pragma omp single
  for (int i = 0; i < 12; i++)
    {
      if (race && i % 3 == 0)
        {
#pragma omp task
          plain++;
        }
      else
        {
#pragma omp task depend(mutexinoutset : plain)
          {
            plain++;
            dawdle ();
          }
        }
    }
}

static void
depend_wait (int race)
{
#pragma omp parallel num_threads(N)
#pragma omp single
  {
    for (int i = 0; i < 8; i++)
      {
#pragma omp task depend(out : cell[i]) firstprivate(i)
        {
          dawdle ();
          cell[i] = i;
        }
      }
#pragma omp taskwait depend(in : cell[3])
    plain += cell[race ? 7 : 3];
  }
}

/* A task that its creator runs at once, after what it depends on. */
static void
depend_undeferred (int race)
{
#pragma omp parallel num_threads(N)
#pragma omp single
  {
    for (int i = 0; i < 8; i++)
      {
#pragma omp task depend(out : cell[i]) firstprivate(i)
        {
          dawdle ();
          cell[i] = i;
        }
      }
#pragma omp task depend(in : cell[2]) if (0)
    plain += cell[race ? 7 : 2];
  }
}

static void
taskloop (int race)
{
#pragma omp parallel num_threads(N)
#pragma omp single
  {
    if (race)
      {
#pragma omp taskloop nogroup grainsize(4)
        for (int i = 0; i < WIDE; i++)
          {
            dawdle ();
            cell[i] = i;
          }
      }
    else
      {
#pragma omp taskloop grainsize(4)
        for (int i = 0; i < WIDE; i++)
          {
            dawdle ();
            cell[i] = i;
          }
      }
    for (int i = 0; i < WIDE; i++)
      plain += cell[i];
  }
}

static void
task_reduction (int race)
{
  int sum = 0;
#pragma omp parallel num_threads(N)
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < 12; i++)
      {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
        {
          dawdle ();
          sum += i;
          if (race)
            plain += i;
        }
      }
#pragma omp taskloop reduction(+ : sum) num_tasks(6)
    for (int i = 0; i < 12; i++)
      sum += i;
  }
  if (sum != 132)
    wrong ("task reduction");
}

static void
loop_task_reduction (int race)
{
  int sum = 0;
#pragma omp parallel num_threads(N)
  {
#pragma omp for reduction(task, + : sum)
    for (int i = 0; i < 12; i++)
      {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
        {
          dawdle ();
          sum += i;
          if (race)
            plain += i;
        }
      }
  }
  if (sum != 66)
    wrong ("reduction of tasks in a loop");
}

static void *
fulfill (void *event)
{
  cell[1] = 1;
  omp_fulfill_event (*(omp_event_handle_t *) event);
  return NULL;
}

/* The event is fulfilled by another thread, before or after the body ends. */
static void
detach (int race)
{
#pragma omp parallel num_threads(N)
#pragma omp single
  for (int i = 0; i < 2; i++)
    {
      omp_event_handle_t event;
      pthread_t thread;
#pragma omp task detach(event)
      {
        if (i)
          dawdle ();
        cell[0] = 1;
      }
      if (pthread_create (&thread, NULL, fulfill, &event))
        exit (2);
      if (!race)
        {
#pragma omp taskwait
        }
      plain += cell[0] + cell[1];
      pthread_join (thread, NULL);
#pragma omp taskwait
    }
}

/* A worker finds something and cancels the others; the primary looks at it after the construct. */
static void
cancel (int race)
{
#pragma omp parallel num_threads(N)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < WIDE; i++)
      {
#pragma omp cancellation point for
        cell[i] = i;
        if (i == 20)
          {
            found = i;
#pragma omp cancel for
          }
        if (race)
          plain = i;
      }
    if (found != 20)
      wrong ("cancel");
  }
  found = 0;
}

static void
cancel_taskgroup (int race)
{
#pragma omp parallel num_threads(N)
#pragma omp single
  {
#pragma omp taskgroup
    for (int i = 0; i < 16; i++)
      {
#pragma omp task firstprivate(i)
        {
          dawdle ();
          cell[i] = i;
          if (i == 7)
            {
#pragma omp cancel taskgroup
            }
          if (race)
            plain++;
        }
      }
    for (int i = 0; i < 16; i++)
      plain += cell[i];
  }
}

static void
nested (int race)
{
#pragma omp parallel num_threads(2)
  {
    int outer = omp_get_thread_num (), shared = outer;
#pragma omp parallel num_threads(2)
    cell[outer * 2 + omp_get_thread_num ()] = shared + (race ? plain++ : 0);
    shared = cell[outer * 2] + cell[outer * 2 + 1];
#pragma omp barrier
    if (cell[(1 - outer) * 2 + 1] < 0)
      wrong ("nested");
  }
}

static void *
host (void *argument)
{
  int *slot = argument, sum = 0;
  for (int round = 0; round < 3; round++)
    {
#pragma omp parallel num_threads(2) reduction(+ : sum)
      sum += slot[0];
#pragma omp critical(hosts)
      plain++;
    }
  slot[0] = sum;
  if (slot[1])
    cell[40]++;
  return NULL;
}

/* Regions of two plain threads. */
static void
hosts (int race)
{
  pthread_t thread[2];
  int slot[2][2] = { { 1, race }, { 2, race } };
  for (int i = 0; i < 2; i++)
    if (pthread_create (&thread[i], NULL, host, slot[i]))
      exit (2);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  if (slot[0][0] != 6 || slot[1][0] != 12)
    wrong ("hosts");
}

static void
teams (int race)
{
#pragma omp teams num_teams(2) thread_limit(2)
  {
    int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
      sum += 1;
      if (race)
        plain++;
    }
    cell[omp_get_team_num ()] = sum;
  }
  if (cell[0] < 1)
    wrong ("teams");
}

static void
task_priority (int race)
{
#pragma omp parallel num_threads(N)
#pragma omp single
  {
    for (int i = 0; i < 8; i++)
      {
#pragma omp task firstprivate(i) priority(i) untied
        {
          dawdle ();
          cell[race ? 0 : i] = i;
        }
      }
#pragma omp taskwait
    for (int i = 0; i < 8; i++)
      plain += cell[i];
  }
}

#define CONSTRUCT(name) { #name, name }
static const struct construct { const char *name; void (*run) (int); } constructs[] = {
  CONSTRUCT (parallel), CONSTRUCT (barrier), CONSTRUCT (barrier_of_many), CONSTRUCT (critical),
  CONSTRUCT (critical_unnamed), CONSTRUCT (lock), CONSTRUCT (nest_lock), CONSTRUCT (atomic), CONSTRUCT (atomic_wide),
  CONSTRUCT (single), CONSTRUCT (copyprivate), CONSTRUCT (copyin), CONSTRUCT (sections), CONSTRUCT (loop_dynamic),
  CONSTRUCT (ordered), CONSTRUCT (ordered_chunks), CONSTRUCT (doacross), CONSTRUCT (doacross_of_two),
  CONSTRUCT (reduction), CONSTRUCT (scan), CONSTRUCT (conditional), CONSTRUCT (task), CONSTRUCT (task_barrier),
  CONSTRUCT (task_large), CONSTRUCT (taskwait), CONSTRUCT (taskgroup), CONSTRUCT (depend), CONSTRUCT (depend_late),
  CONSTRUCT (depend_mutex), CONSTRUCT (depend_wait), CONSTRUCT (depend_undeferred), CONSTRUCT (taskloop),
  CONSTRUCT (task_reduction), CONSTRUCT (loop_task_reduction), CONSTRUCT (detach), CONSTRUCT (cancel),
  CONSTRUCT (cancel_taskgroup), CONSTRUCT (nested), CONSTRUCT (hosts), CONSTRUCT (teams), CONSTRUCT (task_priority)
};

static int failures;

static void
run (const struct construct *c, int race, int rounds)
{
  time_t start = time (NULL);
  int before = reports;
  racing = race;
  memset (cell, 0, sizeof cell);
  plain = found = 0;
  for (int i = 0; race ? reports == before && time (NULL) < start + 30 : i < rounds; i++)
    c->run (race);
  if ((reports != before) == race)
    return;
  printf ("%s: %s\n", c->name, race ? "a race was not reported" : "a report without a race");
  failures++;
}

int
main (int argc, char **argv)
{
  const struct construct *end = constructs + sizeof constructs / sizeof *constructs, *c;
  int race = argc > 2 && !strcmp (argv[2], "race"), rounds = argc > 3 ? atoi (argv[3]) : 20, met = 0;
  omp_set_max_active_levels (4);
  omp_set_dynamic (0);
  for (c = constructs; c != end; c++)
    if (argc < 3)
      puts (c->name);
    else if (!strcmp (argv[1], "all") || !strcmp (c->name, argv[1]))
      {
        run (c, race, rounds);
        met++;
      }
  return failures != 0 || (argc > 2 && !met);
}
