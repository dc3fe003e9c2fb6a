/* taskloop: grainsize, num_tasks, strict, collapse, nogroup, lastprivate, unsigned long long, steps. */
#include <omp.h>
#include "check.h"

static int hit[1000];

static void
expect (int count, int line)
{
  for (int i = 0; i < 1000; i++)
    if (hit[i] != (i < count))
      {
        fprintf (stderr, "line %d: iteration %d ran %d times\n", line, i, hit[i]);
        exit (1);
      }
  memset (hit, 0, sizeof hit);
}

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 5; n += 2)
#pragma omp parallel num_threads(n)
#pragma omp single
    for (int count = 0; count <= 1000; count += 125)
      {
        int last = -1;
#pragma omp taskloop
        for (int i = 0; i < count; i++)
          hit[i]++;
        expect (count, __LINE__);
#pragma omp taskloop grainsize(7) lastprivate(last)
        for (int i = 0; i < count; i++)
          hit[last = i]++;
        if (count)
          CHECK_EQ (last, count - 1);
        expect (count, __LINE__);
#pragma omp taskloop num_tasks(5)
        for (long i = 3L * count; i > 0; i -= 3)
          hit[i / 3 - 1]++;
        expect (count, __LINE__);
#pragma omp taskloop grainsize(strict : 10)
        for (unsigned long long i = ~0ULL - 2ULL * count; i < ~0ULL; i += 2)
          hit[(~0ULL - i) / 2 - 1]++;
        expect (count, __LINE__);
#pragma omp taskloop num_tasks(strict : 3) collapse(2)
        for (int i = 0; i < count / 5; i++)
          for (int j = 0; j < 5; j++)
            hit[i * 5 + j]++;
        expect (count, __LINE__);
#pragma omp taskgroup
        {
#pragma omp taskloop nogroup grainsize(1)
          for (int i = 0; i < count; i++)
            hit[i]++;
        }
        expect (count, __LINE__);
#pragma omp taskloop if (0)
        for (int i = 0; i < count; i++)
          hit[i]++;
        expect (count, __LINE__);
      }
#pragma omp taskloop
  for (int i = 0; i < 50; i++)
    hit[i]++;
  expect (50, __LINE__);
  return 0;
}
