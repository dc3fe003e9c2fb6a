// LIMIT: 60
// REF: skip-libgomp the child of a fork inside a region hangs there
/* fork inside a region while other members run tasks of the forking one: in the child those tasks are
 * lost, and taskwait, taskgroup and barrier there come to an end. Tasks still queued run. */
#include <omp.h>
#include <sys/wait.h>
#include "check.h"

static volatile int started;

static void
child (int round)
{
  int ran = 0;
  alarm (10);
#pragma omp taskwait
  for (int i = 0; i < 10; i++)
#pragma omp task shared(ran)
    ran++;
  if (round % 2)
    {
#pragma omp taskwait
    }
  else
    {
#pragma omp barrier
    }
  CHECK_EQ (ran, 10);
#pragma omp taskgroup
  {
#pragma omp task shared(ran)
    ran++;
  }
  CHECK_EQ (ran, 11);
#pragma omp barrier
  _exit (0);
}

int
main (void)
{
  double start = check_seconds (), budget = check_budget ();
  for (int round = 0; round < 16 || check_seconds () < start + budget; round++)
    {
      pid_t pid = -1;
      int who = round % 4, status = -1;
      started = 0;
#pragma omp parallel num_threads(4)
      if (omp_get_thread_num () == who)
        {
          for (int i = 0; i < 20; i++)
#pragma omp task priority(i % 3)
            {
#pragma omp atomic
              started++;
              usleep (300);
            }
          while (!started)
            usleep (10);
          if (round % 8 < 4)
            {
              pid = fork ();
              if (pid == 0)
                child (round);
            }
          else
            {
#pragma omp taskgroup
              {
#pragma omp task
                usleep (300);
                usleep (100);
                pid = fork ();
                if (pid == 0)
                  alarm (10);
              }
              if (pid == 0)
                child (round);
            }
          CHECK (pid > 0);
        }
      CHECK (waitpid (pid, &status, 0) == pid);
      CHECK_EQ (status, 0);
    }
  return 0;
}
