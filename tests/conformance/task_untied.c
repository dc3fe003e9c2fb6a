/* untied: tasks with scheduling points of every kind, nested; a thread number read between two such points
   without one is stable; results as if tied. */
#include <omp.h>
#include "check.h"

static long
tree (int depth)
{
  long a = 0, b = 0;
  if (depth == 0)
    return 1;
#pragma omp task untied shared(a) mergeable
  a = tree (depth - 1);
#pragma omp taskyield
#pragma omp task untied shared(b) if (depth % 3 != 0) final (depth == 2)
  b = tree (depth - 1);
  if (depth % 2 == 0)
    {
#pragma omp taskwait
    }
  else
    {
      long c = 0;
#pragma omp taskgroup
      {
#pragma omp task untied shared(c)
        c = 1;
      }
      CHECK_EQ (c, 1);
#pragma omp taskwait
    }
  return a + b;
}

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 5; n++)
    for (int round = 0; round < 20; round++)
      {
        long leaves = 0;
        int bad = 0;
#pragma omp parallel num_threads(n)
#pragma omp single
        {
#pragma omp task untied shared(leaves)
          leaves = tree (9);
          for (int i = 0; i < 50; i++)
            {
#pragma omp task untied shared(bad)
              {
                int before = omp_get_thread_num (), level = omp_get_level ();
#pragma omp taskyield
                int after = omp_get_thread_num ();
                if (before < 0 || before >= omp_get_num_threads () || after < 0
                    || after >= omp_get_num_threads () || omp_get_level () != level)
                  {
#pragma omp atomic
                    bad++;
                  }
              }
            }
        }
        CHECK_EQ (leaves, 512);
        CHECK_EQ (bad, 0);
      }
  return 0;
}
