/* sections: each once, lastprivate, reduction, more sections than threads, one thread. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 8; n++)
    for (int round = 0; round < 20; round++)
      {
        int count[5] = { 0 }, last = -1, sum = 0;
#pragma omp parallel num_threads(n)
        {
#pragma omp sections lastprivate(last) reduction(+ : sum)
          {
#pragma omp section
            { count[0]++; last = 0; sum += 1; }
#pragma omp section
            { count[1]++; last = 1; sum += 2; }
#pragma omp section
            { count[2]++; last = 2; sum += 4; }
#pragma omp section
            { count[3]++; last = 3; sum += 8; }
#pragma omp section
            { count[4]++; last = 4; sum += 16; }
          }
          CHECK_EQ (last, 4);
          CHECK_EQ (sum, 31);
        }
        for (int i = 0; i < 5; i++)
          CHECK_EQ (count[i], 1);
        int x = 0;
#pragma omp parallel sections num_threads(n) reduction(+ : x)
        {
#pragma omp section
          x += 10;
#pragma omp section
          x += 100;
        }
        CHECK_EQ (x, 110);
      }
  return 0;
}
