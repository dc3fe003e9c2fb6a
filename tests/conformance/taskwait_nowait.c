// GCC: 14
/* taskwait depend nowait: an empty task with dependences; what depends on it waits for what it depends on,
   and the thread that meets it goes on. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 4; n++)
    for (int round = 0; round < 50; round++)
      {
        int a = 0, b = 0, c __attribute__ ((unused)) = 0, seen = 0;
#pragma omp parallel num_threads(n)
#pragma omp single
        {
#pragma omp task depend(out : a) shared(a)
          {
            usleep (100);
            a = 1;
          }
#pragma omp task depend(out : b) shared(b)
          b = 2;
#pragma omp taskwait depend(in : a, b) depend(out : c) nowait
#pragma omp task depend(in : c) shared(a, b, seen)
          seen = a + b;
#pragma omp taskwait depend(out : b) nowait
#pragma omp taskwait
          CHECK_EQ (seen, 3);
#pragma omp taskwait depend(in : c) nowait
        }
        CHECK_EQ (seen, 3);
      }
  return 0;
}
