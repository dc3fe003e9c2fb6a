/* long loops that span nearly the whole type. */
#include <limits.h>
#include <omp.h>
#include "check.h"

#define PRAGMA(text) _Pragma (#text)
#define RUN(sched)                                                                                \
  _Pragma ("omp parallel num_threads(5)")                                                         \
  {                                                                                               \
    PRAGMA (omp for schedule (sched) reduction (+ : n) reduction (^ : x))                         \
    for (long i = first; i < last; i += step)                                                     \
      n++, x ^= i;                                                                                \
    PRAGMA (omp for schedule (sched) reduction (+ : n2) reduction (^ : x2))                       \
    for (long i = last; i > first; i -= step)                                                     \
      n2++, x2 ^= i;                                                                              \
  }

static void
one (long first, long last, long step)
{
  long want = 0, wantx = 0, want2 = 0, wantx2 = 0;
  for (long i = first; i < last; i += step)
    {
      want++, wantx ^= i;
      if ((unsigned long) last - (unsigned long) i <= (unsigned long) step)
        break;
    }
  for (long i = last; i > first; i -= step)
    {
      want2++, wantx2 ^= i;
      if ((unsigned long) i - (unsigned long) first <= (unsigned long) step)
        break;
    }
  for (int kind = 0; kind < 4; kind++)
    {
      long n = 0, x = 0, n2 = 0, x2 = 0;
      switch (kind)
        {
        case 0: omp_set_schedule (omp_sched_static, 3); RUN (runtime); break;
        case 1: RUN (dynamic); break;
        case 2: omp_set_schedule (omp_sched_dynamic, 5); RUN (runtime); break;
        case 3: RUN (guided); break;
        }
      if (n != want || x != wantx || n2 != want2 || x2 != wantx2)
        {
          fprintf (stderr, "kind %d, %ld to %ld by %ld: %ld (up) and %ld (down), expected %ld and %ld\n",
                   kind, first, last, step, n, n2, want, want2);
          exit (1);
        }
    }
}

int
main (void)
{
  omp_set_dynamic (0);
  one (LONG_MAX - 1000, LONG_MAX - 5, 1);
  one (LONG_MIN + 5, LONG_MIN + 1000, 3);
  one (-(LONG_MAX / 4), LONG_MAX / 4, LONG_MAX / 50);
  one (-10, 10, 1);
  return 0;
}
