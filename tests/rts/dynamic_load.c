// LIBS: ghc pthread
// LIMIT: 30
/* With dyn-var a team leaves the CPUs to others that keep them busy, and takes them again afterwards; its own
 * work does not count as others'. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <omp.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include "check.h"

static int
cpus (void)
{
  cpu_set_t set;
  CHECK (sched_getaffinity (0, sizeof set, &set) == 0);
  return CPU_COUNT (&set);
}

/* The sizes of teams over some time, each with a few milliseconds of work: their sum over their number. */
static double
mean_size (double seconds)
{
  double end = omp_get_wtime () + seconds;
  long sum = 0, teams = 0;
  do
    {
      int size = 0;
#pragma omp parallel
      {
#pragma omp single
        size = omp_get_num_threads ();
        double stop = omp_get_wtime () + 0.005;
        while (omp_get_wtime () < stop)
          ;
      }
      sum += size;
      teams++;
    }
  while (omp_get_wtime () < end);
  return (double) sum / (double) teams;
}

/* CPU seconds of everybody on the machine, but for this process. */
static double
others_seconds (void)
{
  unsigned long long t[8];
  FILE *file = fopen ("/proc/stat", "r");
  if (file == NULL)
    SKIP ("no /proc/stat");
  CHECK (fscanf (file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", t, t + 1, t + 2, t + 3, t + 4, t + 5, t + 6,
                 t + 7) == 8);
  fclose (file);
  return (double) (t[0] + t[1] + t[2] + t[5] + t[6] + t[7]) / (double) sysconf (_SC_CLK_TCK)
         - (double) clock () / CLOCKS_PER_SEC;
}

int
main (void)
{
  int n = cpus ();
  if (n < 2)
    SKIP ("one CPU");
  if (n > 8)
    SKIP ("too many CPUs to keep them busy politely");
  omp_set_num_threads (n);
  omp_set_dynamic (0);
  CHECK (mean_size (0.01) == n);

  pid_t busy[8];
  for (int i = 0; i < n; i++)
    if ((busy[i] = fork ()) == 0)
      for (;;)
        ;
  CHECK (mean_size (0.3) == n); /* off: as asked for */
  omp_set_dynamic (1);
  mean_size (0.5);
  double beside = mean_size (1);
  for (int i = 0; i < n; i++)
    {
      kill (busy[i], SIGKILL);
      waitpid (busy[i], NULL, 0);
    }
  fprintf (stderr, "beside %d busy processes teams have %.2f threads\n", n, beside);
  CHECK (beside < n - 0.3);

  /* Other programs may be at work here too: wait for a quiet moment. */
  for (int tries = 0; tries < 8; tries++)
    {
      double before = others_seconds (), alone = mean_size (0.5), others = (others_seconds () - before) / 0.5;
      fprintf (stderr, "alone %.2f of %d, others use %.2f\n", alone, n, others);
      if (alone > n - 0.3)
        return 0;
      CHECK (tries == 0 || others > 0.2);
    }
  SKIP ("the CPUs are busy");
}
