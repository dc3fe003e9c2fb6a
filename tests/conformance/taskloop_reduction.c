/* taskloop reduction, and taskloop in_reduction inside a taskgroup with task_reduction: each iteration counts
   once, for 1 to 5 threads, with nested taskloops and a user-defined reduction. */
#include <omp.h>
#include "check.h"

struct pair {
  long sum, n;
};
#pragma omp declare reduction(both : struct pair : omp_out.sum += omp_in.sum, omp_out.n += omp_in.n) \
  initializer(omp_priv = (struct pair) { 0, 0 })

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 5; n++)
    for (int round = 0; round < 100; round++)
      {
        long a = 3, b = 5, c = 7, big[4] = { 0 };
        struct pair p = { 1, 1 };
#pragma omp parallel num_threads(n)
#pragma omp single
        {
#pragma omp taskloop reduction(+ : a) grainsize(3)
          for (int i = 1; i <= 100; i++)
            a += i;
#pragma omp taskgroup task_reduction(+ : b) task_reduction(both : p)
          {
#pragma omp taskloop in_reduction(+ : b) num_tasks(7) nogroup
            for (int i = 1; i <= 100; i++)
              b += i;
#pragma omp task in_reduction(+ : b) in_reduction(both : p)
            {
              b += 1000;
              p.sum += 10;
              p.n++;
            }
#pragma omp taskloop in_reduction(both : p) nogroup
            for (int i = 1; i <= 10; i++)
              {
                p.sum += i;
                p.n++;
              }
          }
#pragma omp taskloop reduction(+ : c, big) collapse(2)
          for (int i = 0; i < 10; i++)
            for (int j = 0; j < 4; j++)
              {
                c++;
                big[j] += i;
              }
        }
        CHECK_EQ (a, 3 + 5050);
        CHECK_EQ (b, 5 + 5050 + 1000);
        CHECK_EQ (c, 47);
        for (int j = 0; j < 4; j++)
          CHECK_EQ (big[j], 45);
        CHECK_EQ (p.sum, 1 + 10 + 55);
        CHECK_EQ (p.n, 12);
        long d = 0;
#pragma omp parallel master taskloop num_threads(n) reduction(+ : d)
        for (int i = 0; i < 50; i++)
          d += i;
        CHECK_EQ (d, 1225);
      }
  return 0;
}
