// REF: skip-libgomp its taskyield runs nothing
/* taskyield runs something that it may run: a task that yields until its child, or an untied task that yields
   until its sibling, has set a flag, comes to an end. */
#include <omp.h>
#include "check.h"

static int
yield_until (int *flag)
{
  double end = check_seconds () + 10;
  for (;;)
    {
      int set;
#pragma omp atomic read
      set = *flag;
      if (set)
        return 1;
      if (check_seconds () > end)
        return 0;
#pragma omp taskyield
    }
}

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 4; n++)
    for (int round = 0; round < 5; round++)
      {
        int children = 0, siblings = 0, flag[100] = { 0 };
#pragma omp parallel num_threads(n)
#pragma omp single
        {
          for (int i = 0; i < 100; i++)
            {
#pragma omp task shared(children)
              {
                int set = 0;
#pragma omp task shared(set)
                {
#pragma omp atomic write
                  set = 1;
                }
                int ended = yield_until (&set);
#pragma omp atomic
                children += ended;
              }
            }
#pragma omp taskwait
          for (int i = 0; i < 100; i++)
            {
#pragma omp task untied shared(flag) firstprivate(i)
              {
#pragma omp atomic write
                flag[i] = 1;
              }
#pragma omp task untied shared(flag, siblings) firstprivate(i)
              {
                int ended = yield_until (&flag[i]);
#pragma omp atomic
                siblings += ended;
              }
            }
        }
        CHECK_EQ (children, 100);
        CHECK_EQ (siblings, 100);
      }
  /* outside any region */
  int set = 0;
#pragma omp task shared(set)
  set = 1;
  CHECK (yield_until (&set));
  return 0;
}
