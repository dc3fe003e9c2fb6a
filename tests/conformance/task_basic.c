/* task, taskwait, nested tasks, taskyield; outside any region too; tasks of a team of one. */
#include <omp.h>
#include "check.h"

static int
fib (int n)
{
  int a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fib (n - 1);
#pragma omp task shared(b)
  b = fib (n - 2);
#pragma omp taskwait
  return a + b;
}

static void
tree (int depth, long *count)
{
#pragma omp atomic
  (*count)++;
  if (depth)
    for (int i = 0; i < 3; i++)
      {
#pragma omp task firstprivate(depth, count)
        tree (depth - 1, count); /* nobody waits: the barrier does */
      }
#pragma omp taskyield
}

int
main (void)
{
  int result = 0;
  omp_set_dynamic (0);
  CHECK_EQ (fib (12), 144); /* outside */
  for (int n = 1; n <= 9; n += 2)
    {
#pragma omp parallel num_threads(n)
#pragma omp single
      result = fib (18);
      CHECK_EQ (result, 2584);
      long count = 0;
#pragma omp parallel num_threads(n)
      {
#pragma omp single
        tree (7, &count);
        CHECK_EQ (count, 3280); /* single's barrier completes the tasks */
      }
      count = 0;
#pragma omp parallel num_threads(n)
      {
        for (int i = 0; i < 500; i++)
          {
#pragma omp task shared(count)
            {
#pragma omp atomic
              count++;
            }
          }
#pragma omp barrier
        CHECK_EQ (count, 500L * n);
      }
    }
  return 0;
}
