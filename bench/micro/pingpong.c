/* pingpong: the round trip of a cache line between two CPUs, the floor under a fork and join of two
 * threads.  Two threads bound to the first two CPUs of the process pass a word to and fro; prints
 * "cache-line-round-trip 2 NS".  Exit status 77 when there is only one CPU. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

enum { TRIPS = 40000, WARM_UP = 4000 };

static _Alignas (128) atomic_long word;
static int cpu[2];

static void
bind (int which)
{
  cpu_set_t set;
  CPU_ZERO (&set);
  CPU_SET (cpu[which], &set);
  pthread_setaffinity_np (pthread_self (), sizeof set, &set);
}

/* Answers each odd value with the next even one. */
static void *
answer (void *data)
{
  (void) data;
  bind (1);
  for (long i = 0; i < TRIPS + WARM_UP; i++) {
    while (atomic_load_explicit (&word, memory_order_acquire) != 2 * i + 1)
      ;
    atomic_store_explicit (&word, 2 * i + 2, memory_order_release);
  }
  return NULL;
}

static double
now_ns (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

int
main (void)
{
  cpu_set_t mask;
  int found = 0;
  sched_getaffinity (0, sizeof mask, &mask);
  for (int i = 0; i < CPU_SETSIZE && found < 2; i++)
    if (CPU_ISSET (i, &mask))
      cpu[found++] = i;
  if (found < 2) {
    fprintf (stderr, "pingpong: only one CPU\n");
    return 77;
  }
  pthread_t other;
  if (pthread_create (&other, NULL, answer, NULL) != 0)
    return 1;
  bind (0);
  double start = 0;
  for (long i = 0; i < TRIPS + WARM_UP; i++) {
    if (i == WARM_UP)
      start = now_ns ();
    atomic_store_explicit (&word, 2 * i + 1, memory_order_release);
    while (atomic_load_explicit (&word, memory_order_acquire) != 2 * i + 2)
      ;
  }
  double spent = now_ns () - start;
  pthread_join (other, NULL);
  printf ("cache-line-round-trip 2 %.2f\n", spent / TRIPS);
  return 0;
}
