/* unsigned long long loops whose bounds are above LONG_MAX or that span most of it, with
   steps of up to a quarter of the type. */
#include <omp.h>
#include "check.h"

#define RUN(sched)                                                                                \
  _Pragma ("omp parallel num_threads(5)")                                                         \
  {                                                                                               \
    PRAGMA (omp for schedule (sched) reduction (+ : n) reduction (^ : x))                         \
    for (unsigned long long i = first; i < last; i += step)                                       \
      n++, x ^= i;                                                                                \
    PRAGMA (omp for schedule (sched) reduction (+ : n2) reduction (^ : x2))                       \
    for (unsigned long long i = last; i > first; i -= step)                                       \
      n2++, x2 ^= i;                                                                              \
  }
#define PRAGMA(text) _Pragma (#text)

static void
one (unsigned long long first, unsigned long long last, unsigned long long step)
{
  unsigned long long want = 0, wantx = 0, want2 = 0, wantx2 = 0;
  for (unsigned long long i = first; i < last; i += step)
    {
      want++, wantx ^= i;
      if (last - i <= step)
        break;
    }
  for (unsigned long long i = last; i > first; i -= step)
    {
      want2++, wantx2 ^= i;
      if (i - first <= step)
        break;
    }
  for (int kind = 0; kind < 6; kind++)
    {
      unsigned long long n = 0, x = 0, n2 = 0, x2 = 0;
      switch (kind)
        {
        case 0: RUN (static); break;
        case 1: omp_set_schedule (omp_sched_static, 3); RUN (runtime); break;
        case 2: RUN (dynamic); break;
        case 3: omp_set_schedule (omp_sched_dynamic, 5); RUN (runtime); break;
        case 4: RUN (guided); break;
        case 5: omp_set_schedule (omp_sched_guided, 4); RUN (runtime); break;
        }
      if (n != want || x != wantx || n2 != want2 || x2 != wantx2)
        {
          fprintf (stderr, "kind %d, %#llx to %#llx by %#llx: %llu (up) and %llu (down), expected %llu and %llu\n",
                   kind, first, last, step, n, n2, want, want2);
          exit (1);
        }
    }
}

int
main (void)
{
  omp_set_dynamic (0);
  one (1, (~0ULL >> 5) * 30, ~0ULL >> 5);
  one (0, 3ULL << 62, 1ULL << 62);
  one (7, 1ULL << 63, 1ULL << 62);
  one (~0ULL - 100, ~0ULL - 7, 7);
  one (~0ULL - 100, ~0ULL, 1);
  one (1ULL << 63, (1ULL << 63) + 1000, 3);
  one ((1ULL << 63) - 500, (1ULL << 63) + 500, 1);
  one (5, 5, 1);
  one (5, 6, 1);
  return 0;
}
