/* A format that is nearly one of the specification's is taken for what it says, or shown as written; the
 * program goes on (5.2, 21.2.5).
 * REF: skip-libgomp ends the program
 */
#include <omp.h>
#include <string.h>

#include "check.h"

static void
expect (const char *format, const char *want)
{
  char buffer[64];
  CHECK (omp_capture_affinity (buffer, sizeof buffer, format) == strlen (want));
  CHECK (strcmp (buffer, want) == 0);
}

int
main (void)
{
  expect ("[%06n]", "[0     ]");
  expect ("[%06{thread_num}]", "[0     ]");
  expect ("[%0.6n]", "[000000]");
  expect ("%0n", "%0n");
  expect ("%00.6n", "%00.6n");
  expect ("%.n", "%.n");
  expect ("%0.x", "%0.x");
  expect ("%{thread_num", "%{thread_num");
  expect ("%6{no_such_field}", "%6{no_such_field}");
  expect ("%", "%");
  return 0;
}
