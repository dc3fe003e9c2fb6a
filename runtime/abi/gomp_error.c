/* The error directive that acts at execution (OpenMP 5.2, 8.5). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/gomp_abi_target.h"

static void
report (const char *severity, const char *message, size_t length)
{
  if (message == NULL)
    fprintf (stderr, "\nlibgomp: %serror directive encountered\n", severity);
  else
    {
      if (length == (size_t) -1)
        length = strlen (message);
      fprintf (stderr, "\nlibgomp: %serror directive encountered: %.*s\n", severity, (int) length,
               message);
    }
}

void
GOMP_warning (const char *message, size_t length)
{
  report ("", message, length);
}

void
GOMP_error (const char *message, size_t length)
{
  report ("fatal error: ", message, length);
  exit (EXIT_FAILURE);
}
