/* Regions and synchronization: see construct.h. */
#include <omp.h>
#include <string.h>

#include "construct.h"

bool
fork_join (long reps)
{
  for (long r = 0; r < reps; r++) {
#pragma omp parallel num_threads(threads)
    slots[omp_get_thread_num ()].count++;
  }
  return slots_are (reps);
}

bool
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
bool
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

bool
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

bool
single_copyprivate (long reps)
{
  long wrong = 0;
#pragma omp parallel num_threads(threads) reduction(+ : wrong)
  for (long r = 0; r < reps; r++) {
    long told = -1;
#pragma omp single copyprivate(told)
    told = r;
    wrong += told != r;
  }
  return wrong == 0;
}

bool
sections (long reps)
{
  long a = 0, b = 0, c = 0, d = 0;
#pragma omp parallel num_threads(threads)
  for (long r = 0; r < reps; r++) {
#pragma omp sections
    {
#pragma omp section
      a++;
#pragma omp section
      b++;
#pragma omp section
      c++;
#pragma omp section
      d++;
    }
  }
  return a == reps && b == reps && c == reps && d == reps;
}

/* The repetitions of these are shared out, so that the work does not grow with the team: the first
 * reps % threads threads enter once more. */
static long
share (long reps)
{
  return reps / threads + (omp_get_thread_num () < reps % threads);
}

bool
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

bool
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

bool
nest_lock (long reps)
{
  long count = 0;
  omp_nest_lock_t l;
  omp_init_nest_lock (&l);
#pragma omp parallel num_threads(threads)
  for (long r = share (reps); r > 0; r--) {
    omp_set_nest_lock (&l);
    count++;
    omp_unset_nest_lock (&l);
  }
  omp_destroy_nest_lock (&l);
  return count == reps;
}

/* A double: the compiler makes a compare-and-swap loop, without the runtime. */
bool
atomic (long reps)
{
  double sum = 0;
#pragma omp parallel num_threads(threads)
  for (long r = share (reps); r > 0; r--) {
#pragma omp atomic
    sum += 1;
  }
  return sum == (double) reps;
}

/* Too wide for that: the runtime's lock around it. */
bool
atomic_long_double (long reps)
{
  long double sum = 0;
#pragma omp parallel num_threads(threads)
  for (long r = share (reps); r > 0; r--) {
#pragma omp atomic
    sum += 1;
  }
  return sum == (long double) reps;
}

bool
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

bool
reduction (long reps)
{
  long sum = 0;
  for (long r = 0; r < reps; r++) {
#pragma omp parallel num_threads(threads) reduction(+ : sum)
    sum += omp_get_thread_num () + 1;
  }
  return sum == reps * threads * (threads + 1) / 2;
}
