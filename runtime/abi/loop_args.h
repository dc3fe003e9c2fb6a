/* From an ABI loop's arguments to struct gho_ws_args. */
#ifndef GHO_LOOP_ARGS_H
#define GHO_LOOP_ARGS_H

#include "core/schedule.h"
#include "core/team.h"

/* chunk_size <= 0 means the default, as in GCC's library. sched: GCC's kinds are 0 runtime, then as
 * enum gho_sched; bit 31 is the monotonic modifier. */
static inline uint64_t
gho_args_chunk (long chunk)
{
  return chunk > 0 ? (uint64_t) chunk : 0;
}

/* Replace runtime by run-sched-var, auto by static. */
static inline void
gho_args_schedule (struct gho_ws_args *args, const struct gho_icv *icv, uint32_t sched)
{
  bool monotonic = (sched & GHO_SCHED_MONOTONIC) != 0;
  sched &= ~GHO_SCHED_MONOTONIC;
  if (sched == 0)
    {
      monotonic |= (icv->run_sched & GHO_SCHED_MONOTONIC) != 0;
      sched = icv->run_sched & ~GHO_SCHED_MONOTONIC;
      args->chunk = gho_args_chunk (icv->run_chunk);
    }
  if (sched < GHO_SCHED_STATIC || sched >= GHO_SCHED_AUTO)
    {
      sched = GHO_SCHED_STATIC;
      args->chunk = 0;
    }
  args->sched = sched;
  args->nonmonotonic = !monotonic;
}

static inline struct gho_ws_args
gho_args_long (long start, long end, long incr, uint32_t sched, long chunk,
               const struct gho_icv *icv)
{
  struct gho_ws_args args = { .trips = gho_sched_trips_long (start, end, incr),
                              .first = (uint64_t) start,
                              .step = (uint64_t) incr,
                              .chunk = gho_args_chunk (chunk) };
  gho_args_schedule (&args, icv, sched);
  return args;
}

static inline struct gho_ws_args
gho_args_ull (bool up, unsigned long long start, unsigned long long end, unsigned long long incr,
              uint32_t sched, unsigned long long chunk, const struct gho_icv *icv)
{
  struct gho_ws_args args = { .trips = gho_sched_trips_ull (up, start, end, incr),
                              .first = start,
                              .step = incr,
                              .chunk = chunk };
  gho_args_schedule (&args, icv, sched);
  return args;
}

/* The current chunk as values of the loop variable. 64-bit wrap-around is what makes this right
 * for signed and for downward loops. */
static inline uint64_t
gho_args_begin (const struct gho_ws_local *local)
{
  return local->first + local->begin * local->step;
}

static inline uint64_t
gho_args_end (const struct gho_ws_local *local)
{
  return local->first + local->end * local->step;
}

#endif
