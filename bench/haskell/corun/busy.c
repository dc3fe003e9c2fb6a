/* busy: an unrelated process that computes without pause until it, or its parent, is ended. */
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>

int
main (void)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  for (volatile unsigned long n = 0;; n++)
    continue;
}
