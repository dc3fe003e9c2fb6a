/* nowait constructs overlap: threads are many constructs apart, all kinds mixed. */
#include <omp.h>
#include "check.h"

#define N 40

int
main (void)
{
  static int loops[N], sections[N], singles[N];
  omp_set_dynamic (0);
  for (int round = 0; round < 20; round++)
    {
      memset (loops, 0, sizeof loops);
      memset (sections, 0, sizeof sections);
      memset (singles, 0, sizeof singles);
#pragma omp parallel num_threads(6)
      {
        int me = omp_get_thread_num ();
        for (int k = 0; k < N; k++)
          {
            if (me == 5 && k % 20 == 3)
              usleep (1000);
#pragma omp for schedule(dynamic, 2) nowait
            for (int i = 0; i < 10; i++)
              {
#pragma omp atomic
                loops[k]++;
              }
#pragma omp single nowait
            {
#pragma omp atomic
              singles[k]++;
            }
#pragma omp sections nowait
            {
#pragma omp section
              {
#pragma omp atomic
                sections[k]++;
              }
#pragma omp section
              {
#pragma omp atomic
                sections[k] += 10;
              }
#pragma omp section
              {
#pragma omp atomic
                sections[k] += 100;
              }
            }
#pragma omp for schedule(guided) nowait
            for (long i = 5; i > 0; i--)
              {
#pragma omp atomic
                loops[k]++;
              }
          }
      }
      for (int k = 0; k < N; k++)
        {
          CHECK_EQ (loops[k], 15);
          CHECK_EQ (sections[k], 111);
          CHECK_EQ (singles[k], 1);
        }
    }
  return 0;
}
