// ENV: OMP_THREAD_LIMIT=3
/* thread-limit-var: no contention group above it, nested and from several initial threads; teams with a
   thread_limit of their own, many teams without a flood of threads. */
#include <omp.h>
#include <pthread.h>
#include "check.h"

static int
count (int want)
{
  int threads = 0;
#pragma omp parallel num_threads(want) reduction(+ : threads)
  threads++;
  return threads;
}

static void *
foreign (void *arg)
{
  for (int i = 0; i < 50; i++)
    CHECK (count (8) <= 3);
  return arg;
}

int
main (void)
{
  int most = 0, total = 0, teams = 0, wrong = 0;
  omp_set_dynamic (0);
  omp_set_max_active_levels (3);
  CHECK_EQ (omp_get_thread_limit (), 3);
  CHECK_EQ (count (8), 3);
  /* nested: all threads of the contention group together */
  int inside = 0;
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(4)
  {
    int now;
#pragma omp atomic capture
    now = ++inside;
#pragma omp critical
    if (now > most)
      most = now;
    usleep (2000);
#pragma omp atomic
    inside--;
  }
  CHECK (most <= 3);
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    CHECK_EQ (pthread_create (&thread[i], NULL, foreign, NULL), 0);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  most = 0;
#pragma omp teams num_teams(64) thread_limit(2) reduction(+ : total, teams, wrong) reduction(max : most)
  {
    int size = 0, beyond = 0;
#pragma omp parallel num_threads(5) reduction(+ : size, beyond)
    {
      size++;
      beyond += omp_get_thread_limit () > 2;
    }
    total += size;
    teams++;
    most = check_threads ();
    wrong += size > 2 || beyond > 0 || omp_get_team_num () >= omp_get_num_teams ();
  }
  CHECK (teams >= 1 && teams <= 64);
  CHECK (total <= 2 * teams);
  CHECK_EQ (wrong, 0);
  CHECK (most < 40);
  CHECK_EQ (omp_get_thread_limit (), 3);
  return 0;
}
