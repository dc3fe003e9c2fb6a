/* Always fails: the runner must report it, or the whole run is a failure. */
#include "check.h"

int
main (void)
{
  CHECK_EQ (1, 2);
  return 0;
}
