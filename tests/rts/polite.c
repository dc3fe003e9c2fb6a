/* The first region changes nothing that the host can see: signals, locale, environment. */
#include <locale.h>
#include <omp.h>
#include "check.h"

static void
status (char *text)
{
  char line[256];
  FILE *file = fopen ("/proc/self/status", "r");
  *text = 0;
  CHECK (file != NULL);
  while (fgets (line, sizeof line, file))
    if (!strncmp (line, "SigBlk", 6) || !strncmp (line, "SigIgn", 6) || !strncmp (line, "SigCgt", 6))
      {
        /* signals 32 and 33 belong to glibc, which sets them up with the first thread */
        unsigned long long mask = strtoull (line + 7, NULL, 16) & ~(3ULL << 31);
        sprintf (text + strlen (text), "%.6s: %llx\n", line, mask);
      }
  fclose (file);
}

int
main (void)
{
  char before[800], after[800], locale[200];
  status (before);
  strcpy (locale, setlocale (LC_ALL, NULL));
  int n = 0;
#pragma omp parallel num_threads(4) reduction(+ : n)
  n++;
  CHECK_EQ (n, 4);
  status (after);
  if (strcmp (before, after))
    {
      fprintf (stderr, "before:\n%safter:\n%s", before, after);
      return 1;
    }
  CHECK (!strcmp (locale, setlocale (LC_ALL, NULL)));
  CHECK (getenv ("GHCRTS") == NULL);
  return 0;
}
