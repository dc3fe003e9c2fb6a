/* scope with reduction, nowait, and private; also orphaned outside any region. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 9; n += 4)
    {
      int sum = 0;
      long product = 1;
#pragma omp parallel num_threads(n)
      {
#pragma omp scope reduction(+ : sum) reduction(* : product)
        {
          sum += omp_get_thread_num () + 1;
          product *= 2;
        }
        CHECK_EQ (sum, n * (n + 1) / 2);
        CHECK_EQ (product, 1L << n);
#pragma omp barrier
#pragma omp scope reduction(+ : sum) nowait
        sum++;
      }
      CHECK_EQ (sum, n * (n + 1) / 2 + n);
    }
  static int alone = 1;
#pragma omp scope reduction(+ : alone)
  alone += 2;
  CHECK_EQ (alone, 3);
  return 0;
}
