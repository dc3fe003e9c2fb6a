/* ordered: the bodies run in the order of the iterations, for each schedule and chunk. */
#include <omp.h>
#include "check.h"

#define PRAGMA(text) _Pragma (#text)
#define RUN(sched, count, expr)                                                                   \
  do                                                                                              \
    {                                                                                             \
      int next = 0;                                                                               \
      PRAGMA (omp parallel for ordered schedule (sched) num_threads (n))                          \
      for (long i = 0; i < (count); i++)                                                          \
        {                                                                                         \
          if (expr)                                                                               \
            {                                                                                     \
              PRAGMA (omp ordered)                                                                \
              {                                                                                   \
                CHECK (i >= next);                                                                \
                next = (int) i + 1;                                                               \
              }                                                                                   \
            }                                                                                     \
        }                                                                                         \
      CHECK ((count) == 0 || next > 0);                                                           \
      PRAGMA (omp parallel num_threads (n))                                                       \
      {                                                                                           \
        PRAGMA (omp single) next = 0;                                                             \
        PRAGMA (omp for ordered schedule (sched))                                                 \
        for (unsigned long long i = (count); i > 0; i--)                                          \
          PRAGMA (omp ordered)                                                                    \
          {                                                                                       \
            CHECK_EQ ((count) - (int) i, next);                                                   \
            next++;                                                                               \
          }                                                                                       \
      }                                                                                           \
      CHECK_EQ (next, (count));                                                                   \
    }                                                                                             \
  while (0)

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 9; n += 4)
    for (int count = 0; count <= 120; count += 40)
      {
        RUN (static, count, 1);
        RUN (dynamic, count, i % 3 == 0);
        RUN (guided, count, i % 2 == 0);
        omp_set_schedule (omp_sched_static, 7);
        RUN (runtime, count, 1);
        omp_set_schedule (omp_sched_dynamic, 3);
        RUN (runtime, count, 1);
        omp_set_schedule (omp_sched_guided, 4);
        RUN (runtime, count, i % 5 == 0);
        omp_set_schedule (omp_sched_auto, 0);
        RUN (runtime, count, 1);
      }
  return 0;
}
