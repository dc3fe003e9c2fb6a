/* single: one thread; copyprivate broadcasts; nowait; masked/master run on thread 0 only. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 9; n += 2)
    {
      int count = 0, masters = 0, filtered = 0;
#pragma omp parallel num_threads(n)
      {
        for (int r = 0; r < 100; r++)
          {
            int value = -1;
            double array[20];
#pragma omp single copyprivate(value, array)
            {
              count++;
              value = 1000 * r + count;
              for (int i = 0; i < 20; i++)
                array[i] = r + i;
            }
            CHECK_EQ (value, 1000 * r + r + 1);
            CHECK (array[19] == r + 19);
          }
#pragma omp master
        {
          masters++;
          CHECK_EQ (omp_get_thread_num (), 0);
        }
#pragma omp masked filter(omp_get_num_threads () - 1)
        {
          filtered++;
          CHECK_EQ (omp_get_thread_num (), omp_get_num_threads () - 1);
        }
      }
      CHECK_EQ (count, 100);
      CHECK_EQ (masters, 1);
      CHECK_EQ (filtered, 1);
    }
  return 0;
}
