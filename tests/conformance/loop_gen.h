/* Loops of one schedule kind checked against a sequential run. */
#include <omp.h>
#include "check.h"

#define PRAGMA(...) PRAGMA_ (__VA_ARGS__)
#define PRAGMA_(...) _Pragma (#__VA_ARGS__)
#define FOR(more, ...) PRAGMA (omp for schedule (__VA_ARGS__) more)

static unsigned char hits[4096];

static inline void
check_hits (long count, int line)
{
  for (long i = 0; i < (long) sizeof hits; i++)
    if (hits[i] != (i < count))
      {
        fprintf (stderr, "line %d: iteration %ld of %ld ran %d times\n", line, i, count, hits[i]);
        exit (1);
      }
  memset (hits, 0, sizeof hits);
}

#define HIT(index)                                                                                \
  do                                                                                              \
    {                                                                                             \
      long at_ = (long) (index);                                                                  \
      CHECK (at_ >= 0 && at_ < (long) sizeof hits);                                               \
      __atomic_fetch_add (&hits[at_], 1, __ATOMIC_RELAXED);                                       \
    }                                                                                             \
  while (0)

/* Counts, steps of both signs, int, long and unsigned long long near the ends of the type. */
#define LOOP_SUITE(...)                                                                         \
  static const long counts[] = { 0, 1, 2, 3, 5, 16, 17, 100, 1023, 4096 };                        \
  for (int n = 1; n <= 7; n += 3)                                                                 \
    for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++)                                 \
      {                                                                                           \
        const long count = counts[c];                                                             \
        const int icount = (int) count;                                                           \
        _Pragma ("omp parallel num_threads(n)")                                                   \
        {                                                                                         \
          FOR (, __VA_ARGS__) for (int i = 0; i < icount; i++) HIT (i);                                 \
          _Pragma ("omp single") check_hits (count, 1);                                           \
          FOR (, __VA_ARGS__) for (int i = 7 * icount; i > 0; i -= 7) HIT (i / 7 - 1);                  \
          _Pragma ("omp single") check_hits (count, 2);                                           \
          FOR (, __VA_ARGS__) for (long i = -3 * count; i < 0; i += 3) HIT (-i / 3 - 1);                \
          _Pragma ("omp single") check_hits (count, 3);                                           \
          FOR (, __VA_ARGS__) for (long i = 0x7fffffffffffff00L - 8 * count; i < 0x7fffffffffffff00L;   \
                             i += 8) HIT ((0x7fffffffffffff00L - i) / 8 - 1);                     \
          _Pragma ("omp single") check_hits (count, 4);                                           \
          FOR (, __VA_ARGS__) for (unsigned long long i = ~0ULL - 8ULL * count; i < ~0ULL; i += 8)      \
            HIT ((~0ULL - i) / 8 - 1);                                                            \
          _Pragma ("omp single") check_hits (count, 5);                                           \
          FOR (, __VA_ARGS__) for (unsigned long long i = 8ULL * count; i > 0; i -= 8)                  \
            HIT (i / 8 - 1);                                                                      \
          _Pragma ("omp single") check_hits (count, 6);                                           \
          FOR (collapse (2), __VA_ARGS__) for (int i = 0; i < icount / 4; i++)                          \
            for (unsigned long j = 0; j < 4; j++) HIT (i * 4 + j);                                \
          _Pragma ("omp single") check_hits (count / 4 * 4, 7);                                   \
          FOR (collapse (2), __VA_ARGS__) for (int i = 0; i < icount; i++)                              \
            for (int j = 0; j < 0; j++) HIT (0);                                                  \
          _Pragma ("omp single") check_hits (0, 8);                                               \
          FOR (collapse (3), __VA_ARGS__) for (unsigned long long i = 4; i > 0; i -= 2)                 \
            for (int j = 0; j < 3; j++) for (long k = 9; k >= 0; k -= 3)                          \
              HIT ((i / 2 - 1) * 12 + j * 4 + k / 3);                                             \
          _Pragma ("omp single") check_hits (24, 9);                                              \
        }                                                                                         \
      }
