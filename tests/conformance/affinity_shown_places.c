// ENV: OMP_DISPLAY_AFFINITY=true OMP_AFFINITY_FORMAT=shown:%L:%n:%N OMP_PLACES={0},{0},{0},{0}
/* OMP_DISPLAY_AFFINITY: when the place of some threads of a team has changed, all its threads are shown. */
#include <omp.h>
#include "check.h"

static int
shown (int n, int together)
{
  char line[200];
  int lines = 0, threads = 0;
  FILE *file = tmpfile ();
  int saved = dup (2);
  CHECK (file != NULL && saved >= 0);
  fflush (stderr);
  dup2 (fileno (file), 2);
  if (together)
    {
#pragma omp parallel num_threads(n) proc_bind(master) reduction(+ : threads)
      threads++;
    }
  else
    {
#pragma omp parallel num_threads(n) proc_bind(close) reduction(+ : threads)
      threads++;
    }
  fflush (stderr);
  dup2 (saved, 2);
  close (saved);
  CHECK_EQ (threads, n);
  rewind (file);
  while (fgets (line, sizeof line, file))
    {
      int level, num, size;
      CHECK_EQ (sscanf (line, "shown:%d:%d:%d", &level, &num, &size), 3);
      CHECK (level == 1 && num < n && size == n);
      lines++;
    }
  fclose (file);
  return lines;
}

int
main (void)
{
  omp_set_dynamic (0);
  CHECK_EQ (shown (4, 0), 4);
  CHECK_EQ (shown (4, 0), 0);
  CHECK_EQ (shown (4, 1), 4);
  CHECK_EQ (shown (4, 1), 0);
  CHECK_EQ (shown (4, 0), 4);
  return 0;
}
