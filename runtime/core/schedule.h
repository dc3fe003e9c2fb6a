/* Loop schedules as pure arithmetic on logical iterations 0 .. trips-1 (OpenMP 5.2, 11.5.3).
 * Nothing here overflows, whatever the arguments. */
#ifndef GHO_SCHEDULE_H
#define GHO_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

/* Number of iterations of: for (i = start; up ? i < end : i > end; i += step). */
uint64_t gho_sched_trips_long (long start, long end, long step);
uint64_t gho_sched_trips_ull (bool up, unsigned long long start, unsigned long long end,
                              unsigned long long step);

/* static: the trip-th chunk of member num of n. chunk 0: one block each, of nearly equal size.
 * False: there is none. */
bool gho_sched_static (uint64_t trips, uint64_t chunk, uint32_t num, uint32_t n, uint64_t trip,
                       uint64_t *begin, uint64_t *end);

/* guided: how many of the remaining iterations to take. */
uint64_t gho_sched_guided (uint64_t remaining, uint64_t chunk, uint32_t n);

#endif
