/* loop construct, non-rectangular collapse, inscan reduction, lastprivate, linear, order (concurrent). */
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 8; n += 3)
    {
      int hit[40][40] = { { 0 } }, last = -1, x = 0, scan[100], sum = 0;
#pragma omp parallel for collapse(2) num_threads(n)
      for (int i = 0; i < 40; i++)
        for (int j = i; j < 40; j++)
          {
#pragma omp atomic
            hit[i][j]++;
          }
      for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++)
          CHECK_EQ (hit[i][j], j >= i);
#pragma omp parallel for num_threads(n) lastprivate(last) schedule(dynamic)
      for (int i = 0; i < 77; i++)
        last = i * 2;
      CHECK_EQ (last, 152);
#pragma omp parallel for num_threads(n) linear(x : 3) schedule(guided)
      for (int i = 0; i < 50; i++)
        x += 3;
      CHECK_EQ (x, 150);
#pragma omp parallel for num_threads(n) reduction(inscan, + : sum)
      for (int i = 0; i < 100; i++)
        {
          sum += i;
#pragma omp scan inclusive(sum)
          scan[i] = sum;
        }
      for (int i = 0; i < 100; i++)
        CHECK_EQ (scan[i], i * (i + 1) / 2);
      long total = 0;
#pragma omp parallel num_threads(n)
#pragma omp loop bind(parallel) reduction(+ : total)
      for (int i = 0; i < 1000; i++)
        total += i;
      CHECK_EQ (total, 499500);
#pragma omp parallel for simd num_threads(n) order(concurrent) reduction(+ : total)
      for (int i = 0; i < 1000; i++)
        total -= i;
      CHECK_EQ (total, 0);
    }
  /* orphaned, outside of a region */
  int hits = 0;
#pragma omp for schedule(dynamic, 3)
  for (int i = 0; i < 10; i++)
    hits++;
#pragma omp for ordered schedule(guided)
  for (int i = 0; i < 10; i++)
    {
#pragma omp ordered
      hits++;
    }
#pragma omp sections
  {
#pragma omp section
    hits++;
#pragma omp section
    hits++;
  }
#pragma omp single
  hits++;
  CHECK_EQ (hits, 23);
  return 0;
}
