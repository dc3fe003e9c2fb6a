// SRC: runtime/core/schedule.c
/* Schedule arithmetic against brute force, and at the ends of the types. */
#include <limits.h>

#include "core/schedule.h"
#include "check.h"

static void
trips (void)
{
  for (long start = -12; start <= 12; start++)
    for (long end = -12; end <= 12; end++)
      for (long step = -5; step <= 5; step++)
        {
          if (!step)
            continue;
          uint64_t count = 0;
          for (long i = start; step > 0 ? i < end : i > end; i += step)
            count++;
          CHECK_EQ (gho_sched_trips_long (start, end, step), count);
          for (int high = 0; high < 2; high++)
            {
              unsigned long long base = high ? ~0ULL - 12 - 12 : 12;
              CHECK_EQ (gho_sched_trips_ull (step > 0, base + (unsigned long long) start + (high ? 12 : 0),
                                             base + (unsigned long long) end + (high ? 12 : 0),
                                             (unsigned long long) step), count);
            }
        }
  CHECK_EQ (gho_sched_trips_long (LONG_MIN, LONG_MAX, 1), ~0ULL);
  CHECK_EQ (gho_sched_trips_long (LONG_MAX, LONG_MIN, -1), ~0ULL);
  CHECK_EQ (gho_sched_trips_long (LONG_MIN, LONG_MAX, LONG_MAX), 3);
  CHECK_EQ (gho_sched_trips_long (LONG_MAX, LONG_MIN, LONG_MIN), 2);
  CHECK_EQ (gho_sched_trips_long (LONG_MAX - 1, LONG_MAX, 100), 1);
  CHECK_EQ (gho_sched_trips_ull (true, 0, ~0ULL, 1), ~0ULL);
  CHECK_EQ (gho_sched_trips_ull (true, 0, ~0ULL, 1ULL << 63), 2);
  CHECK_EQ (gho_sched_trips_ull (true, 0, ~0ULL, ~0ULL), 1);
  CHECK_EQ (gho_sched_trips_ull (false, ~0ULL, 0, ~0ULL), ~0ULL);
  CHECK_EQ (gho_sched_trips_ull (false, ~0ULL, 0, 1ULL << 63), 2);
  CHECK_EQ (gho_sched_trips_ull (true, 5, 5, 1), 0);
}

static void
blocks (void)
{
  for (uint64_t count = 0; count <= 40; count++)
    for (uint64_t chunk = 0; chunk <= 45; chunk += chunk < 4 ? 1 : 9)
      for (uint32_t n = 1; n <= 9; n++)
        {
          int owner[40];
          memset (owner, -1, sizeof owner);
          uint64_t least = ~0ULL, most = 0;
          for (uint32_t num = 0; num < n; num++)
            {
              uint64_t begin, end, last = 0, total = 0;
              for (uint64_t trip = 0; gho_sched_static (count, chunk, num, n, trip, &begin, &end); trip++)
                {
                  CHECK (begin < end && end <= count && (trip == 0 || begin >= last));
                  CHECK (chunk != 0 || trip == 0);
                  last = end;
                  total += end - begin;
                  for (uint64_t i = begin; i < end; i++)
                    {
                      CHECK_EQ (owner[i], -1);
                      owner[i] = (int) num;
                      if (chunk)
                        CHECK_EQ (num, i / chunk % n);
                    }
                }
              least = total < least ? total : least;
              most = total > most ? total : most;
            }
          for (uint64_t i = 0; i < count; i++)
            {
              CHECK (owner[i] >= 0);
              if (!chunk && i)
                CHECK (owner[i] >= owner[i - 1]);
            }
          if (!chunk)
            CHECK (most - least <= 1);
        }
  uint64_t begin, end, total = 0;
  for (uint32_t num = 0; num < 7; num++)
    {
      CHECK (gho_sched_static (~0ULL, 0, num, 7, 0, &begin, &end));
      CHECK_EQ (begin, total);
      total += end - begin;
      CHECK (!gho_sched_static (~0ULL, 0, num, 7, 1, &begin, &end));
    }
  CHECK_EQ (total, ~0ULL);
  CHECK (gho_sched_static (~0ULL, 1ULL << 63, 1, 3, 0, &begin, &end));
  CHECK_EQ (end, ~0ULL);
  CHECK (!gho_sched_static (~0ULL, 1ULL << 63, 2, 3, 0, &begin, &end));
  CHECK (!gho_sched_static (~0ULL, 1ULL << 63, 0, 3, 1, &begin, &end));
  CHECK (gho_sched_static (~0ULL, ~0ULL, 0, 4, 0, &begin, &end));
  CHECK (!gho_sched_static (~0ULL, ~0ULL, 0, 4, ~0ULL, &begin, &end));
}

static void
guided (void)
{
  static const uint64_t totals[] = { 1, 2, 17, 1000, 1ULL << 40, ~0ULL };
  for (unsigned t = 0; t < sizeof totals / sizeof *totals; t++)
    for (uint64_t chunk = 1; chunk < 100; chunk *= 3)
      for (uint32_t n = 1; n <= 64; n *= 2)
        {
          uint64_t left = totals[t], previous = ~0ULL, steps = 0;
          while (left)
            {
              uint64_t take = gho_sched_guided (left, chunk, n);
              CHECK (take >= 1 && take <= left && take <= previous);
              CHECK (take >= chunk || take == left);
              previous = take;
              left -= take;
              if (++steps > 100000)
                break;
            }
          CHECK (left == 0);
        }
}

int
main (void)
{
  trips ();
  blocks ();
  guided ();
  return 0;
}
