/* An idle process has no wake-ups: context switches of its threads stay flat after a region. */
#include <dirent.h>
#include <omp.h>
#include "check.h"

static long
switches (void)
{
  long total = 0;
  DIR *tasks = opendir ("/proc/self/task");
  CHECK (tasks != NULL);
  for (struct dirent *entry; (entry = readdir (tasks));)
    {
      char path[300], line[256];
      long value;
      if (entry->d_name[0] == '.' || atoi (entry->d_name) == getpid ())
        continue;
      snprintf (path, sizeof path, "/proc/self/task/%s/status", entry->d_name);
      FILE *file = fopen (path, "r");
      if (!file)
        continue;
      while (fgets (line, sizeof line, file))
        if (sscanf (line, "voluntary_ctxt_switches: %ld", &value) == 1)
          total += value;
      fclose (file);
    }
  closedir (tasks);
  return total;
}

int
main (void)
{
  int n = 0;
#pragma omp parallel num_threads(4) reduction(+ : n)
  n++;
  CHECK_EQ (n, 4);
  usleep (500000);
  long before = switches ();
  usleep (1000000);
  long after = switches ();
  fprintf (stderr, "%ld switches in a second, %d threads\n", after - before, check_threads ());
  CHECK (after - before <= 5);
  return 0;
}
