/* Never ends: the runner's time limit must turn it into a failure. */
// LIMIT: 1
#include <unistd.h>

int
main (void)
{
  for (;;)
    pause ();
}
