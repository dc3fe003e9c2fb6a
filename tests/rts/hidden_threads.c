/* The process has one OS thread per member of its largest team, and at most three more: those that
 * GHC's RTS needs.  Their number does not depend on the team's size; thread numbers are dense. */
#include <dirent.h>
#include <omp.h>
#include "check.h"

enum { HIDDEN = 3 };

static void
list_threads (void)
{
  DIR *tasks = opendir ("/proc/self/task");
  CHECK (tasks != NULL);
  for (struct dirent *entry; (entry = readdir (tasks));)
    {
      char path[300], name[64] = "";
      snprintf (path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
      FILE *file = entry->d_name[0] != '.' ? fopen (path, "r") : NULL;
      if (file == NULL)
        continue;
      if (fgets (name, sizeof name, file))
        fprintf (stderr, "  %s", name);
      fclose (file);
    }
  closedir (tasks);
}

static void
expect (int members)
{
  int threads = 0;
  for (int i = 0; i < 50; i++) /* an RTS that has just been started may still make a thread */
    {
      threads = check_threads ();
      usleep (10000);
    }
  if (threads > members + HIDDEN)
    list_threads ();
  fprintf (stderr, "%d threads with a team of %d\n", threads, members);
  CHECK (threads >= members && threads <= members + HIDDEN);
}

int
main (void)
{
  static const int sizes[] = { 2, 4, 8, 3 };
  int most = 0;
  omp_set_dynamic (0);
  CHECK_EQ (check_threads (), 1);
  for (int s = 0; s < 4; s++)
    {
      int n = sizes[s], wrong = 0;
      for (int r = 0; r < 1000; r++)
        {
          int seen[8] = { 0 };
#pragma omp parallel num_threads(n)
#pragma omp atomic
          seen[omp_get_thread_num ()]++;
          for (int i = 0; i < 8; i++)
            wrong += seen[i] != (i < n);
        }
      CHECK_EQ (wrong, 0);
      if (n > most)
        most = n;
      expect (most);
    }
  return 0;
}
