/* Schedules: see construct.h.  The bodies are next to empty, so that the schedule makes the time. */
#include <omp.h>

#include "construct.h"

#define INDEX_SUM (LOOP * (LOOP - 1L) / 2)

#define LOOP_BENCH(name, directive)                                                                \
  bool name (long reps)                                                                            \
  {                                                                                                \
    _Pragma ("omp parallel num_threads(threads)")                                                  \
    {                                                                                              \
      struct slot *mine = &slots[omp_get_thread_num ()];                                           \
      for (long r = 0; r < reps; r++) {                                                            \
        _Pragma (directive) for (int i = 0; i < LOOP; i++)                                         \
        {                                                                                          \
          mine->count += i;                                                                        \
          __asm__ volatile ("" ::: "memory");                                                      \
        }                                                                                          \
      }                                                                                            \
    }                                                                                              \
    return sum_slots () == reps * INDEX_SUM;                                                     \
  }
LOOP_BENCH (loop_static, "omp for schedule(static)")
LOOP_BENCH (loop_static_1, "omp for schedule(static, 1)")
LOOP_BENCH (loop_static_64, "omp for schedule(static, 64)")
LOOP_BENCH (loop_dynamic_1, "omp for schedule(dynamic, 1)")
LOOP_BENCH (loop_dynamic_64, "omp for schedule(dynamic, 64)")
LOOP_BENCH (loop_monotonic_1, "omp for schedule(monotonic: dynamic, 1)")
LOOP_BENCH (loop_nonmonotonic_1, "omp for schedule(nonmonotonic: dynamic, 1)")
LOOP_BENCH (loop_guided, "omp for schedule(monotonic: guided)")
LOOP_BENCH (loop_nonmonotonic_guided, "omp for schedule(nonmonotonic: guided)")
LOOP_BENCH (loop_runtime, "omp for schedule(runtime)")
LOOP_BENCH (loop_nowait, "omp for schedule(dynamic, 64) nowait")

/* Iteration i costs in proportion to i: an even split would leave the last thread with most of it. */
bool
loop_uneven (long reps)
{
#pragma omp parallel num_threads(threads)
  {
    struct slot *mine = &slots[omp_get_thread_num ()];
    for (long r = 0; r < reps; r++) {
#pragma omp for schedule(dynamic, 8)
      for (int i = 0; i < LOOP; i++) {
        for (int k = 0; k < i / 8; k++)
          __asm__ volatile ("" ::: "memory");
        mine->count += i;
      }
    }
  }
  return sum_slots () == reps * INDEX_SUM;
}
