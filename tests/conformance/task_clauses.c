// ENV: OMP_MAX_TASK_PRIORITY=10
/* if, final, mergeable, untied, firstprivate of big arguments with alignment, priority. */
#include <omp.h>
#include "check.h"

struct big { char text[900]; _Alignas (64) double aligned; };

int
main (void)
{
  int order[10], at = 0;
  CHECK_EQ (omp_get_max_task_priority (), 10);
  omp_set_dynamic (0);
  for (int n = 1; n <= 5; n += 2)
    {
#pragma omp parallel num_threads(n)
#pragma omp single
      {
        int x = 0, me = omp_get_thread_num ();
#pragma omp task if (0) shared(x)
        {
          x = 1;
          CHECK_EQ (omp_get_thread_num (), me);
        }
        CHECK_EQ (x, 1); /* undeferred */
#pragma omp task final(1) shared(x)
        {
          CHECK (omp_in_final ());
          int y = 0;
#pragma omp task shared(y)
          {
            CHECK (omp_in_final ());
            y = 2;
          }
          CHECK_EQ (y, 2); /* included */
          x = 2;
        }
#pragma omp taskwait
        CHECK_EQ (x, 2);
        CHECK (!omp_in_final ());
#pragma omp task mergeable shared(x)
        x = 3;
#pragma omp taskwait
        CHECK_EQ (x, 3);
        struct big b;
        memset (&b, 7, sizeof b);
        b.aligned = 2.5;
        int good = 0;
        for (int i = 0; i < 100; i++)
          {
            b.text[899] = (char) i;
#pragma omp task untied firstprivate(b, i) shared(good)
            {
              CHECK_EQ ((uintptr_t) &b.aligned % 64, 0);
              CHECK (b.aligned == 2.5 && b.text[0] == 7 && b.text[899] == (char) i);
#pragma omp atomic
              good++;
            }
          }
#pragma omp taskwait
        CHECK_EQ (good, 100);
      }
    }
#pragma omp parallel num_threads(1)
  for (int i = 0; i < 10; i++)
    {
#pragma omp task priority(i) shared(order, at)
      order[at++] = i;
    }
  CHECK_EQ (at, 10);
  return 0;
}
