#include "abi/gomp_abi.h"

#include <stdarg.h>

#include "abi/loop_args.h"
#include "core/barrier.h"
#include "core/team.h"

static inline bool
next (struct gho_thread *self, long *istart, long *iend)
{
  if (!gho_ws_next (self))
    return false;
  *istart = (long) gho_args_begin (&self->me->ws);
  *iend = (long) gho_args_end (&self->me->ws);
  return true;
}

static bool
start_loop (long start, long end, long incr, uint32_t sched, long chunk, bool ordered, long *istart,
            long *iend)
{
  struct gho_thread *self = gho_self ();
  struct gho_ws_args args = gho_args_long (start, end, incr, sched, chunk, gho_icv (self));
  args.ordered = ordered;
  gho_ws_start (self, &args);
  return next (self, istart, iend);
}

#define DEFINE_LOOP(kind, sched, ordered)                                                         \
  bool GOMP_loop_##kind##_start (long start, long end, long incr, long chunk, long *istart,       \
                                 long *iend)                                                      \
  {                                                                                               \
    return start_loop (start, end, incr, sched, chunk, ordered, istart, iend);                    \
  }                                                                                               \
  bool GOMP_loop_##kind##_next (long *istart, long *iend)                                         \
  {                                                                                               \
    return next (gho_self (), istart, iend);                                                      \
  }
#define DEFINE_LOOP_RUNTIME(kind, modifier, ordered)                                              \
  bool GOMP_loop_##kind##_start (long start, long end, long incr, long *istart, long *iend)       \
  {                                                                                               \
    return start_loop (start, end, incr, modifier, 0, ordered, istart, iend);                     \
  }                                                                                               \
  bool GOMP_loop_##kind##_next (long *istart, long *iend)                                         \
  {                                                                                               \
    return next (gho_self (), istart, iend);                                                      \
  }
DEFINE_LOOP (static, GHO_SCHED_STATIC, false)
DEFINE_LOOP (dynamic, GHO_SCHED_DYNAMIC | GHO_SCHED_MONOTONIC, false)
DEFINE_LOOP (guided, GHO_SCHED_GUIDED, false)
DEFINE_LOOP (nonmonotonic_dynamic, GHO_SCHED_DYNAMIC, false)
DEFINE_LOOP (nonmonotonic_guided, GHO_SCHED_GUIDED, false)
DEFINE_LOOP (ordered_static, GHO_SCHED_STATIC, true)
DEFINE_LOOP (ordered_dynamic, GHO_SCHED_DYNAMIC, true)
DEFINE_LOOP (ordered_guided, GHO_SCHED_GUIDED, true)
DEFINE_LOOP_RUNTIME (runtime, GHO_SCHED_MONOTONIC, false)
DEFINE_LOOP_RUNTIME (nonmonotonic_runtime, 0, false)
DEFINE_LOOP_RUNTIME (maybe_nonmonotonic_runtime, 0, false)
DEFINE_LOOP_RUNTIME (ordered_runtime, GHO_SCHED_MONOTONIC, true)

/* The general entry point: also task reductions, shared memory, and no first chunk (istart NULL). */
static bool
start_general (struct gho_thread *self, struct gho_ws_args *args, uintptr_t *reductions, void **mem,
               long *istart, long *iend)
{
  args->reductions = reductions;
  args->mem = mem;
  gho_ws_start (self, args);
  return istart == NULL || next (self, istart, iend);
}

bool
GOMP_loop_start (long start, long end, long incr, long sched, long chunk, long *istart, long *iend,
                 uintptr_t *reductions, void **mem)
{
  struct gho_thread *self = gho_self ();
  struct gho_ws_args args
    = gho_args_long (start, end, incr, (uint32_t) sched, chunk, gho_icv (self));
  return start_general (self, &args, reductions, mem, istart, iend);
}

bool
GOMP_loop_ordered_start (long start, long end, long incr, long sched, long chunk, long *istart,
                         long *iend, uintptr_t *reductions, void **mem)
{
  struct gho_thread *self = gho_self ();
  struct gho_ws_args args
    = gho_args_long (start, end, incr, (uint32_t) sched, chunk, gho_icv (self));
  args.ordered = true;
  return start_general (self, &args, reductions, mem, istart, iend);
}

enum { MAX_COUNTS = 64 };

bool
GOMP_loop_doacross_start (unsigned ncounts, long *counts, long sched, long chunk, long *istart,
                          long *iend, uintptr_t *reductions, void **mem)
{
  struct gho_thread *self = gho_self ();
  struct gho_ws_args args = gho_args_long (0, counts[0], 1, (uint32_t) sched, chunk, gho_icv (self));
  args.ncounts = ncounts;
  args.counts = (const uint64_t *) counts; /* trip counts: not negative */
  return start_general (self, &args, reductions, mem, istart, iend);
}

#define DEFINE_DOACROSS(kind, sched)                                                              \
  bool GOMP_loop_doacross_##kind##_start (unsigned ncounts, long *counts, long chunk,             \
                                          long *istart, long *iend)                               \
  {                                                                                               \
    return GOMP_loop_doacross_start (ncounts, counts, sched, chunk, istart, iend, NULL, NULL);    \
  }
DEFINE_DOACROSS (static, GHO_SCHED_STATIC)
DEFINE_DOACROSS (dynamic, GHO_SCHED_DYNAMIC)
DEFINE_DOACROSS (guided, GHO_SCHED_GUIDED)

bool
GOMP_loop_doacross_runtime_start (unsigned ncounts, long *counts, long *istart, long *iend)
{
  return GOMP_loop_doacross_start (ncounts, counts, 0, 0, istart, iend, NULL, NULL);
}

void
GOMP_loop_end (void)
{
  struct gho_thread *self = gho_self ();
  gho_ws_end (self);
  gho_barrier (self);
}

bool
GOMP_loop_end_cancel (void)
{
  struct gho_thread *self = gho_self ();
  gho_ws_end (self);
  return gho_barrier_cancel (self);
}

void
GOMP_loop_end_nowait (void)
{
  gho_ws_end (gho_self ());
}

void
GOMP_doacross_post (long *counts)
{
  gho_doacross_post (gho_self (), (const uint64_t *) counts);
}

/* The iteration vector arrives as variable arguments, one for each loop. */
#define COLLECT(type)                                                                             \
  uint64_t counts[MAX_COUNTS];                                                                    \
  struct gho_thread *self = gho_self ();                                                          \
  uint32_t n = gho_doacross_ncounts (self);                                                       \
  va_list rest;                                                                                   \
  counts[0] = (uint64_t) first;                                                                   \
  va_start (rest, first);                                                                         \
  for (uint32_t i = 1; i < n && i < MAX_COUNTS; i++)                                              \
    counts[i] = (uint64_t) va_arg (rest, type);                                                   \
  va_end (rest);                                                                                  \
  gho_doacross_wait (self, counts)

void
GOMP_doacross_wait (long first, ...)
{
  COLLECT (long);
}

void
GOMP_doacross_ull_post (gho_ull *counts)
{
  gho_doacross_post (gho_self (), (const uint64_t *) counts);
}

void
GOMP_doacross_ull_wait (gho_ull first, ...)
{
  COLLECT (gho_ull);
}
