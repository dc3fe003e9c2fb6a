/* threadprivate persists between regions of equal size, copyin broadcasts; sizes may vary between. */
#include <omp.h>
#include "check.h"

static int tp = 7;
#pragma omp threadprivate(tp)
static double block[50];
#pragma omp threadprivate(block)

int
main (void)
{
  omp_set_dynamic (0);
  static const int sizes[] = { 2, 4, 8, 3, 8, 1, 5 };
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
    {
      int n = sizes[s], wrong = 0;
#pragma omp parallel num_threads(n)
      tp = 100 * n + omp_get_thread_num ();
      for (int r = 0; r < 20; r++)
        {
#pragma omp parallel num_threads(n) reduction(+ : wrong)
          wrong += tp != 100 * n + omp_get_thread_num ();
        }
      CHECK_EQ (wrong, 0);
      tp = 42 + (int) s;
      block[49] = s;
#pragma omp parallel num_threads(n) copyin(tp, block) reduction(+ : wrong)
      {
        wrong += tp != 42 + (int) s || block[49] != s;
        tp++;
      }
      CHECK_EQ (wrong, 0);
      CHECK_EQ (tp, 43 + (int) s);
    }
  return 0;
}
