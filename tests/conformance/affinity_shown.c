// ENV: OMP_DISPLAY_AFFINITY=true OMP_AFFINITY_FORMAT=shown:%L:%n:%N
/* OMP_DISPLAY_AFFINITY: all threads of a region are shown at the first one, not again for an equal one, and again
   when the size of the team has changed. */
#include <omp.h>
#include "check.h"

static int
shown (int n)
{
  char line[200];
  int lines = 0, threads = 0;
  FILE *file = tmpfile ();
  int saved = dup (2);
  CHECK (file != NULL && saved >= 0);
  fflush (stderr);
  dup2 (fileno (file), 2);
#pragma omp parallel num_threads(n) reduction(+ : threads)
  threads++;
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
  CHECK_EQ (shown (4), 4);
  CHECK_EQ (shown (4), 0);
  CHECK_EQ (shown (8), 8);
  CHECK_EQ (shown (8), 0);
  CHECK_EQ (shown (2), 2);
  return 0;
}
