/* taskgroup waits for descendants, taskwait only for children; nested groups. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 8; n += 3)
    for (int round = 0; round < 20; round++)
      {
        int deep = 0, inner = 0;
#pragma omp parallel num_threads(n)
#pragma omp single
        {
#pragma omp taskgroup
          {
            for (int i = 0; i < 10; i++)
              {
#pragma omp task shared(deep, inner)
                {
#pragma omp task shared(deep)
                  {
#pragma omp task shared(deep)
                    {
#pragma omp atomic
                      deep++;
                    }
                  }
                  int mine = 0;
#pragma omp taskgroup
                  {
#pragma omp task shared(mine, inner)
                    {
                      mine = 1;
#pragma omp atomic
                      inner++;
                    }
                  }
                  CHECK_EQ (mine, 1);
                }
              }
          }
          CHECK_EQ (deep, 10);
          CHECK_EQ (inner, 10);
        }
      }
  int alone = 0;
#pragma omp taskgroup
  {
#pragma omp task shared(alone)
    alone = 1;
  }
  CHECK_EQ (alone, 1);
  return 0;
}
