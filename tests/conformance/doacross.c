/* Cross-iteration dependences in one and two dimensions, int and unsigned long long. */
#include <omp.h>
#include "check.h"

#define N 16
static long a[N], b[N][N];

#define PRAGMA(text) _Pragma (#text)
#define RUN(sched)                                                                                \
  do                                                                                              \
    {                                                                                             \
      memset (a, 0, sizeof a);                                                                    \
      memset (b, 0, sizeof b);                                                                    \
      PRAGMA (omp parallel num_threads (n))                                                       \
      {                                                                                           \
        PRAGMA (omp for ordered (1) schedule (sched) nowait)                                      \
        for (int i = 0; i < N; i++)                                                               \
          {                                                                                       \
            _Pragma ("omp ordered depend (sink : i - 1)")                                         \
            __atomic_store_n (&a[i], (i ? __atomic_load_n (&a[i - 1], __ATOMIC_RELAXED) : 0) + 1, \
                              __ATOMIC_RELAXED);                                                  \
            _Pragma ("omp ordered depend (source)")                                               \
          }                                                                                       \
        PRAGMA (omp for ordered (2) schedule (sched))                                             \
        for (int i = 0; i < N; i++)                                                               \
          for (int j = 0; j < N; j++)                                                             \
            {                                                                                     \
              _Pragma ("omp ordered depend (sink : i - 1, j) depend (sink : i, j - 1)")           \
              b[i][j] = (i ? b[i - 1][j] : 1) + (j ? b[i][j - 1] : 1);                            \
              b[i][j] %= 1000003;                                                                 \
              _Pragma ("omp ordered depend (source)")                                             \
            }                                                                                     \
        PRAGMA (omp for ordered (1) schedule (sched))                                             \
        for (unsigned long long i = 2; i <= 2 * N; i += 2)                                       \
          {                                                                                       \
            _Pragma ("omp ordered depend (sink : i - 2)")                                         \
            if (i > 2)                                                                             \
              CHECK_EQ (a[i / 2 - 1] + 1000, a[i / 2 - 2] + 1);                                           \
            a[i / 2 - 1] += 1000;                                                                 \
            _Pragma ("omp ordered depend (source)")                                               \
          }                                                                                       \
      }                                                                                           \
      for (int i = 0; i < N; i++)                                                                 \
        {                                                                                         \
          CHECK_EQ (a[i], i + 1001);                                                              \
          for (int j = 0; j < N; j++)                                                             \
            CHECK_EQ (b[i][j], ((i ? b[i - 1][j] : 1) + (j ? b[i][j - 1] : 1)) % 1000003);        \
        }                                                                                         \
    }                                                                                             \
  while (0)

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 4; n++)
    {
      RUN (static);
      RUN (dynamic);
      RUN (guided);
      omp_set_schedule (omp_sched_static, 3);
      RUN (runtime);
      omp_set_schedule (omp_sched_dynamic, 5);
      RUN (runtime);
    }
  return 0;
}
