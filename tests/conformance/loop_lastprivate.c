/* lastprivate with chunks that threads may take in any order: the value is that of the
 * sequentially last iteration, and each iteration runs once (5.2, 5.4.5 and 11.5.3). Uneven work makes
 * threads take from each other's share. */
#include "check.h"

static int hit[5000];

static void
work (int i)
{
  for (volatile int k = 0; k < (i % 7 == 0 ? 300 : 3); k++)
    continue;
#pragma omp atomic
  hit[i]++;
}

static void
all_once (int trips)
{
  for (int i = 0; i < trips; i++)
    {
      CHECK_EQ (hit[i], 1);
      hit[i] = 0;
    }
}

int
main (void)
{
  static const int sizes[] = { 1, 2, 3, 7, 64, 1000, 4999 };
  for (int round = 0; round < 20; round++)
    for (unsigned s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
      for (int n = 1; n <= 5; n++)
        {
          int trips = sizes[s], last = -1;
          unsigned long long wide = 0;
#pragma omp parallel for num_threads(n) schedule(dynamic) lastprivate(last)
          for (int i = 0; i < trips; i++)
            {
              work (i);
              last = 2 * i;
            }
          CHECK_EQ (last, 2 * (trips - 1));
          all_once (trips);
#pragma omp parallel for num_threads(n) schedule(nonmonotonic : dynamic, 3) lastprivate(wide)
          for (unsigned long long i = 0; i < (unsigned long long) trips; i++)
            {
              work ((int) i);
              wide = i + 5;
            }
          CHECK_EQ ((int) wide, trips + 4);
          all_once (trips);
#pragma omp parallel num_threads(n)
          {
#pragma omp for schedule(nonmonotonic : dynamic) nowait
            for (int i = 0; i < trips; i++)
              work (i);
          }
          all_once (trips);
        }
  return 0;
}
