/* LIMIT: 60 */
/* Barriers keep phases apart, with more threads than cores too. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  static const int sizes[] = { 2, 3, 8, 9, 17, 40 };
  omp_set_dynamic (0);
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
    {
      static int phase[64][16];
      int n = sizes[s], rounds = 3000 / n, wrong = 0;
      memset (phase, 0, sizeof phase);
#pragma omp parallel num_threads(n) reduction(+ : wrong)
      {
        int me = omp_get_thread_num (), next = (me + 1) % n;
        for (int r = 1; r <= rounds; r++)
          {
            __atomic_store_n (&phase[me][0], r, __ATOMIC_RELAXED);
#pragma omp barrier
            int got = __atomic_load_n (&phase[next][0], __ATOMIC_RELAXED);
            wrong += got != r;
#pragma omp barrier
          }
      }
      CHECK_EQ (wrong, 0);
    }
#pragma omp barrier
  return 0;
}
