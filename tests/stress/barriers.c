// LIMIT: 60
/* Barriers with more threads than processors, some late; sums checked at each phase. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  double end = check_seconds () + check_budget ();
  long rounds = 0;
  omp_set_dynamic (0);
  while (check_seconds () < end)
    for (int n = 2; n <= 18; n += 4, rounds++)
      {
        long sum = 0;
        int wrong = 0;
#pragma omp parallel num_threads(n) reduction(+ : wrong)
        for (int r = 1; r <= 30; r++)
          {
#pragma omp atomic
            sum++;
            if (r == 7 && omp_get_thread_num () == n / 2)
              usleep (200);
#pragma omp barrier
            long seen;
#pragma omp atomic read
            seen = sum;
            wrong += seen != (long) r * n;
#pragma omp barrier
          }
        CHECK_EQ (wrong, 0);
      }
  fprintf (stderr, "%ld rounds\n", rounds);
  return 0;
}
