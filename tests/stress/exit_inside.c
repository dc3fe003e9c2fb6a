// LIMIT: 60
/* exit from a thread of a region, the primary or a worker, with others busy or in a barrier. */
#include <omp.h>
#include <sys/wait.h>
#include "check.h"

static void
handler (void)
{
  _exit (0 + 5); /* atexit functions do run */
}

int
main (void)
{
  double end = check_seconds () + check_budget ();
  omp_set_dynamic (0);
  for (int round = 0; round < 8 || (check_seconds () < end && round < 100); round++)
    {
      pid_t child = fork ();
      if (child == 0)
        {
          alarm (8);
          if (round & 4)
            atexit (handler);
#pragma omp parallel num_threads(4)
          {
            if (omp_get_thread_num () == (round & 1 ? 0 : 2))
              {
                usleep (round % 7 * 100);
                exit (5);
              }
            if (round & 2)
              {
#pragma omp barrier
              }
            else
              for (;;)
                usleep (1000);
          }
          _exit (9);
        }
      int status;
      CHECK (waitpid (child, &status, 0) == child);
      CHECK (WIFEXITED (status));
      CHECK_EQ (WEXITSTATUS (status), 5);
    }
  return 0;
}
