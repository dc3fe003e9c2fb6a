/* critical: unnamed and named exclude, different names do not block each other. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  long a = 0, b = 0, c = 0;
  int inside = 0, cross = 0;
  omp_set_dynamic (0);
#pragma omp parallel num_threads(8)
  for (int i = 0; i < 2000; i++)
    {
#pragma omp critical
      {
        CHECK_EQ (inside, 0);
        inside = 1;
        a++;
        inside = 0;
      }
#pragma omp critical(one)
      {
        b++;
#pragma omp critical(two)
        c++;
      }
    }
  CHECK_EQ (a, 16000);
  CHECK_EQ (b, 16000);
  CHECK_EQ (c, 16000);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
#pragma omp critical(left)
        {
          __atomic_fetch_add (&cross, 1, __ATOMIC_SEQ_CST);
          while (__atomic_load_n (&cross, __ATOMIC_SEQ_CST) < 2)
            usleep (100);
        }
      }
    else
      {
#pragma omp critical(right)
        {
          __atomic_fetch_add (&cross, 1, __ATOMIC_SEQ_CST);
          while (__atomic_load_n (&cross, __ATOMIC_SEQ_CST) < 2)
            usleep (100);
        }
      }
  }
  return 0;
}
