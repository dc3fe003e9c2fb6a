// LIMIT: 60
// REF: skip-libgomp the child of a fork after a region hangs there
/* fork while other threads are inside regions: at any moment by a thread of its own, by the primary
 * and by a worker inside a region, and once more in the child. Every child uses OpenMP at once; the
 * parent is unharmed. */
#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <sys/wait.h>
#include "check.h"

static double end;
static volatile int stop;

static int
sum (int n)
{
  int total = 0;
#pragma omp parallel for num_threads(n) reduction(+ : total) schedule(dynamic, 7)
  for (int i = 1; i <= 300; i++)
    total += i;
  return total == 45150;
}

/* What a child does: teams of several sizes, tasks, a lock, a named critical. */
static void
child_works (int grand)
{
  int tasks = 0;
  omp_lock_t lock;
  alarm (10);
  omp_init_lock (&lock);
  CHECK (sum (4));
  CHECK (sum (2));
  CHECK (sum (8));
#pragma omp parallel num_threads(3)
  {
#pragma omp task
    {
      omp_set_lock (&lock);
      tasks++;
      omp_unset_lock (&lock);
    }
#pragma omp critical(in_child)
    tasks += 0;
  }
  CHECK_EQ (tasks, 3);
  CHECK (check_threads () <= 8);
  if (grand)
    {
      pid_t pid = fork ();
      if (pid == 0)
        {
          child_works (0);
          _exit (0);
        }
      int status = -1;
      CHECK (waitpid (pid, &status, 0) == pid);
      CHECK_EQ (status, 0);
      CHECK (sum (5));
    }
}

static void
expect_ok (pid_t pid)
{
  int status = -1;
  while (waitpid (pid, &status, 0) != pid)
    CHECK (errno == EINTR);
  CHECK_EQ (status, 0);
}

static void *
busy (void *arg)
{
  (void) arg;
  for (int i = 0; !stop; i++)
    CHECK (sum (1 + i % 6));
  return NULL;
}

static void
beside_regions (int rounds)
{
  pthread_t thread[2];
  stop = 0;
  for (int i = 0; i < 2; i++)
    CHECK_EQ (pthread_create (&thread[i], NULL, busy, NULL), 0);
  for (int round = 0; round < rounds && check_seconds () < end; round++)
    {
      pid_t pid = fork ();
      CHECK (pid >= 0);
      if (pid == 0)
        {
          child_works (round % 8 == 0);
          if (round % 2)
            exit (0);
          _exit (0);
        }
      if (round % 3)
        CHECK (sum (3));
      expect_ok (pid);
    }
  stop = 1;
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
}

/* Inside a region, by thread who: the others are in a barrier, in a critical, or run tasks. */
static void
inside_region (int who, int round)
{
  pid_t pid = -1;
  int made = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp task shared(made)
    {
#pragma omp atomic
      made++;
    }
    if (omp_get_thread_num () == who)
      {
        pid = fork ();
        CHECK (pid >= 0);
        if (pid == 0)
          {
            /* a region inside the region that was: serial by max-active-levels, or not */
            CHECK (sum (4));
            if (round % 2)
              {
                omp_set_max_active_levels (3);
                CHECK (sum (4));
#pragma omp taskwait
#pragma omp barrier
              }
            alarm (10);
            _exit (0);
          }
      }
    else if (round % 3 == 0)
      {
#pragma omp critical(in_child)
        usleep (100);
      }
#pragma omp barrier
  }
  CHECK_EQ (made, 4);
  expect_ok (pid);
  CHECK (sum (4));
}

/* By the primary, and the child goes on after the region. */
static void
leaves_region (void)
{
  pid_t pid = -1, self = getpid ();
#pragma omp parallel num_threads(4)
  {
#pragma omp master
    {
      pid = fork ();
      CHECK (pid >= 0);
      if (pid == 0)
        alarm (10);
    }
#pragma omp barrier
#pragma omp single nowait
    usleep (10);
  }
  if (pid == 0)
    {
      CHECK (getpid () != self);
      CHECK_EQ (omp_get_level (), 0);
      CHECK_EQ (omp_get_num_threads (), 1);
      child_works (0);
      exit (0);
    }
  expect_ok (pid);
  CHECK (sum (4));
}

int
main (void)
{
  double start = check_seconds (), budget = check_budget ();
  omp_set_dynamic (0);
  end = start + budget;
  for (int round = 0; round < 10 || check_seconds () < start + budget / 3; round++)
    {
      inside_region (round % 4, round);
      leaves_region ();
    }
  end = check_seconds () + budget * 2 / 3;
  beside_regions (200);
  return 0;
}
