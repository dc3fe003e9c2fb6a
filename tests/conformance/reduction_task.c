/* reduction (task, ...) on parallel, for, sections and scope; in_reduction; task_reduction. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 6; n++)
    for (int round = 0; round < 10; round++)
      {
        int a = 0, b = 0, c = 0, d = 0;
        long e[3] = { 0 };
#pragma omp parallel num_threads(n) reduction(task, + : a)
        {
          for (int i = 0; i < 10; i++)
            {
#pragma omp task in_reduction(+ : a)
              a += i;
            }
          a++;
        }
        CHECK_EQ (a, 46 * n);
#pragma omp parallel num_threads(n)
        {
#pragma omp for reduction(task, + : b, e) schedule(dynamic)
          for (int i = 0; i < 20; i++)
            {
#pragma omp task in_reduction(+ : b, e)
              {
                b += i;
                e[i % 3]++;
              }
            }
          CHECK_EQ (b, 190);
          CHECK_EQ (e[0] + e[1] + e[2], 20);
#pragma omp sections reduction(task, + : c)
          {
#pragma omp section
            {
#pragma omp task in_reduction(+ : c)
              c += 1;
              c += 10;
            }
#pragma omp section
            {
#pragma omp task in_reduction(+ : c)
              c += 100;
            }
          }
          CHECK_EQ (c, 111);
#pragma omp scope reduction(task, + : d)
          {
#pragma omp task in_reduction(+ : d)
            d += 3;
          }
          CHECK_EQ (d, 3 * n);
        }
        long sum = 7;
        int least = 1000;
#pragma omp parallel num_threads(n)
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(min : least)
        {
          for (int i = 0; i < 50; i++)
            {
#pragma omp task in_reduction(+ : sum) in_reduction(min : least) firstprivate(i)
              {
                sum += i;
                if (i < least)
                  least = i;
#pragma omp task in_reduction(+ : sum)
                sum += 1000;
              }
            }
        }
        CHECK_EQ (sum, 7 + 1225 + 50000);
        CHECK_EQ (least, 0);
        long loop = 0;
#pragma omp parallel num_threads(n)
#pragma omp single
#pragma omp taskloop reduction(+ : loop) grainsize(3)
        for (int i = 0; i < 100; i++)
          loop += i;
        CHECK_EQ (loop, 4950);
      }
  return 0;
}
