// LIMIT: 60
// REF: skip-libgomp the child of a fork after a region hangs there
/* A forked child uses OpenMP at once, and so does its parent afterwards. */
#include <omp.h>
#include <sys/wait.h>
#include "check.h"

static void
work (int n)
{
  int count = 0, tasks = 0;
#pragma omp parallel num_threads(n) reduction(+ : count)
  {
    count++;
#pragma omp barrier
#pragma omp task shared(tasks)
    {
#pragma omp atomic
      tasks++;
    }
  }
  CHECK_EQ (count, n);
  CHECK_EQ (tasks, n);
}

int
main (void)
{
  double end = check_seconds () + check_budget ();
  omp_set_dynamic (0);
  for (int round = 0; check_seconds () < end && round < 200; round++)
    {
      if (round) /* the first time before any region */
        work (2 + round % 4);
      pid_t child = fork ();
      if (child == 0)
        {
          alarm (10);
          work (1 + round % 5);
          work (4);
          if (round % 2)
            _exit (0);
          exit (0);
        }
      int status;
      CHECK (waitpid (child, &status, 0) == child);
      CHECK_EQ (status, 0);
    }
  return 0;
}
