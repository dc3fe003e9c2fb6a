#include "core/schedule.h"

uint64_t
gho_sched_trips_long (long start, long end, long step)
{
  /* Unsigned differences: the distance of two longs always fits. */
  if (step >= 0)
    {
      if (start >= end || step == 0)
        return 0;
      return ((uint64_t) end - (uint64_t) start - 1) / (uint64_t) step + 1;
    }
  if (start <= end)
    return 0;
  return ((uint64_t) start - (uint64_t) end - 1) / (0 - (uint64_t) step) + 1;
}

uint64_t
gho_sched_trips_ull (bool up, unsigned long long start, unsigned long long end,
                     unsigned long long step)
{
  if (up)
    {
      if (start >= end || step == 0)
        return 0;
      return (end - start - 1) / step + 1;
    }
  if (start <= end || step == 0)
    return 0;
  return (start - end - 1) / (0 - step) + 1;
}

bool
gho_sched_static (uint64_t trips, uint64_t chunk, uint32_t num, uint32_t n, uint64_t trip,
                  uint64_t *begin, uint64_t *end)
{
  if (chunk == 0)
    {
      uint64_t share = trips / n, rest = trips % n;
      if (trip > 0)
        return false;
      *begin = share * num + (num < rest ? num : rest);
      *end = *begin + share + (num < rest);
      return *begin < *end;
    }
  uint64_t chunks = trips / chunk + (trips % chunk != 0);
  /* index = trip * n + num, without overflow: compare before multiplying */
  if (num >= chunks || trip > (chunks - 1 - num) / n)
    return false;
  uint64_t index = trip * n + num;
  *begin = index * chunk;
  *end = trips - *begin > chunk ? *begin + chunk : trips;
  return true;
}

uint64_t
gho_sched_guided (uint64_t remaining, uint64_t chunk, uint32_t n)
{
  uint64_t take = remaining / n + (remaining % n != 0);
  if (take < chunk)
    take = chunk;
  return take < remaining ? take : remaining;
}
