/* Tasks of every shape: see construct.h. */
#include <omp.h>

#include "construct.h"

/* One thread makes TASKS tasks, anyone runs them. */
bool
task_flat (long reps)
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

/* Every thread makes its share of them, and a barrier completes them. */
bool
task_parallel (long reps)
{
#pragma omp parallel num_threads(threads)
  {
    int me = omp_get_thread_num ();
    int mine = TASKS / threads + (me < TASKS % threads);
    for (long r = 0; r < reps; r++) {
      for (int i = 0; i < mine; i++) {
#pragma omp task
        slots[omp_get_thread_num ()].count++;
      }
#pragma omp barrier
    }
  }
  return sum_slots () == reps * TASKS;
}

/* Tasks that make eight tasks each and wait for them. */
bool
task_nested (long reps)
{
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (long r = 0; r < reps; r++) {
    for (int i = 0; i < TASKS / 8; i++) {
#pragma omp task
      {
        for (int k = 0; k < 8; k++) {
#pragma omp task
          slots[omp_get_thread_num ()].count++;
        }
#pragma omp taskwait
        slots[omp_get_thread_num ()].count++;
      }
    }
#pragma omp taskwait
  }
  return sum_slots () == reps * (TASKS + TASKS / 8);
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

bool
task_fib (long reps)
{
  bool ok = true;
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (long r = 0; r < reps; r++)
    ok &= fib (FIB) == FIB_RESULT;
  return ok;
}

/* Each task depends on the one before it. */
bool
task_chain (long reps)
{
  long value = 0, wrong = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (long r = 0; r < reps; r++) {
    for (int i = 0; i < TASKS; i++) {
#pragma omp task depend(inout : value) firstprivate(r, i)
      {
        wrong += value != r * TASKS + i;
        value++;
      }
    }
#pragma omp taskwait
  }
  return wrong == 0 && value == reps * TASKS;
}

/* A grid whose cells depend on those above and to the left: up to GRID tasks are ready at once. */
bool
task_graph (long reps)
{
  static long cell[GRID + 1][GRID + 1];
  for (int i = 0; i <= GRID; i++)
    for (int j = 0; j <= GRID; j++)
      cell[i][j] = i == 0 || j == 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (long r = 0; r < reps; r++) {
    for (int i = 1; i <= GRID; i++)
      for (int j = 1; j <= GRID; j++) {
#pragma omp task depend(in : cell[i - 1][j], cell[i][j - 1]) depend(out : cell[i][j])
        cell[i][j] = cell[i - 1][j] + cell[i][j - 1];
      }
#pragma omp taskwait
  }
  return reps == 0 || cell[GRID][GRID] == 12870; /* paths: 16 over 8 */
}

bool
task_group (long reps)
{
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (long r = 0; r < reps; r++) {
#pragma omp taskgroup
    for (int i = 0; i < TASKS; i++) {
#pragma omp task
      slots[omp_get_thread_num ()].count++;
    }
  }
  return sum_slots () == reps * TASKS;
}

bool
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
