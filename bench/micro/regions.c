/* Regions in other places than the initial thread: see construct.h. */
#include <omp.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

#include "construct.h"

/* A region of two, each of whose threads opens a region of two. */
bool
nested (long reps)
{
  long count = 0;
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2) reduction(+ : count)
  count += omp_get_num_threads () == 2;
  bool outer = count == 2;
  count = 0;
  for (long r = 0; r < reps; r++) {
#pragma omp parallel num_threads(2) reduction(+ : count)
    {
      long inner = 0;
#pragma omp parallel num_threads(2) reduction(+ : inner)
      inner += omp_get_ancestor_thread_num (1) + omp_get_thread_num () + 1;
      count += inner;
    }
  }
  return outer && count == 8 * reps;
}

/* One initial thread of HOSTS. */
struct host {
  pthread_t thread;
  sem_t turn;
  long reps, wrong;
  double ns;         /* of its regions, in turn */
  double start, end; /* of all of them, at once */
  int index;
};
static struct host hosts[HOSTS];
static pthread_barrier_t warm;

static double
region (struct host *host)
{
  long sum = 0;
  double start = now_ns ();
#pragma omp parallel num_threads(threads) reduction(+ : sum)
  sum += omp_get_thread_num () + 1;
  double spent = now_ns () - start;
  host->wrong += sum != threads * (threads + 1L) / 2;
  return spent;
}

static void *
take_turns (void *data)
{
  struct host *host = data;
  for (long r = -1; r < host->reps; r++) { /* -1: warm-up */
    sem_wait (&host->turn);
    double spent = region (host);
    if (r >= 0)
      host->ns += spent;
    sem_post (&hosts[(host->index + 1) % HOSTS].turn);
  }
  return NULL;
}

static void *
run_at_once (void *data)
{
  struct host *host = data;
  region (host);
  pthread_barrier_wait (&warm);
  host->start = now_ns ();
  for (long r = 0; r < host->reps; r++)
    region (host);
  host->end = now_ns ();
  return NULL;
}

static bool
run_hosts (void *(*main) (void *), long reps)
{
  long wrong = 0;
  pthread_barrier_init (&warm, NULL, HOSTS);
  for (int i = 0; i < HOSTS; i++) {
    memset (&hosts[i], 0, sizeof hosts[i]);
    hosts[i].reps = reps;
    hosts[i].index = i;
    sem_init (&hosts[i].turn, 0, i == 0);
  }
  for (int i = 0; i < HOSTS; i++)
    if (pthread_create (&hosts[i].thread, NULL, main, &hosts[i]) != 0)
      return false;
  double first = 0, last = 0;
  for (int i = 0; i < HOSTS; i++) {
    struct host *host = &hosts[i];
    pthread_join (host->thread, NULL);
    wrong += host->wrong;
    own_ns += host->ns;
    first = i == 0 || host->start < first ? host->start : first;
    last = host->end > last ? host->end : last;
    sem_destroy (&host->turn);
  }
  if (main == run_at_once)
    own_ns = last - first;
  pthread_barrier_destroy (&warm);
  return wrong == 0;
}

/* Eight initial threads, one region each in turn; only the regions are timed. */
bool
hosts_in_turn (long reps)
{
  return run_hosts (take_turns, reps);
}

/* All eight at once: the time until all are through. */
bool
hosts_at_once (long reps)
{
  return run_hosts (run_at_once, reps);
}
