// LIMIT: 60
/* Random task trees with taskwait, taskgroup, dependences and tasks that outlive their parents. */
#include <omp.h>
#include "check.h"

static void
tree (unsigned seed, int depth, long *count)
{
#pragma omp atomic
  (*count)++;
  if (!depth)
    return;
  int local = 0;
  for (unsigned i = 0; i < 3; i++)
    {
      unsigned next = seed * 1103515245u + 12345u + i * 7919u;
      switch (next >> 16 & 3)
        {
        case 0:
#pragma omp task firstprivate(next, depth, count)
          tree (next, depth - 1, count);
          break;
        case 1:
#pragma omp taskgroup
          {
#pragma omp task firstprivate(next, depth, count)
            tree (next, depth - 1, count);
          }
          break;
        case 2:
#pragma omp task untied firstprivate(next, depth, count) if (depth & 1)
          tree (next, depth - 1, count);
#pragma omp taskwait
          break;
        default:
#pragma omp task firstprivate(next, depth, count) depend(inout : local)
          tree (next, depth - 1, count);
          break;
        }
    }
  if (seed & 8)
    {
#pragma omp taskwait
    }
}

int
main (void)
{
  double end = check_seconds () + check_budget ();
  unsigned seed = 1;
  omp_set_dynamic (0);
  while (check_seconds () < end)
    for (int n = 1; n <= 8; n += n < 3 ? 1 : 5)
      {
        long count = 0;
#pragma omp parallel num_threads(n)
#pragma omp single nowait
        tree (seed, 6, &count);
        CHECK_EQ (count, 1093);
        count = 0;
#pragma omp parallel num_threads(n)
        {
          tree (seed + 1, 4, &count);
#pragma omp barrier
          tree (seed + 2, 2, &count);
        }
        CHECK_EQ (count, 134L * n);
        seed += 17;
      }
  return 0;
}
