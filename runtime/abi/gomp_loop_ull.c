#include "abi/gomp_abi.h"
#include "abi/loop_args.h"
#include "core/team.h"

static inline bool
next (struct gho_thread *self, gho_ull *istart, gho_ull *iend)
{
  if (!gho_ws_next (self))
    return false;
  *istart = gho_args_begin (&self->me->ws);
  *iend = gho_args_end (&self->me->ws);
  return true;
}

static bool
start_loop (bool up, gho_ull start, gho_ull end, gho_ull incr, uint32_t sched, gho_ull chunk,
            bool ordered, gho_ull *istart, gho_ull *iend)
{
  struct gho_thread *self = gho_self ();
  struct gho_ws_args args = gho_args_ull (up, start, end, incr, sched, chunk, gho_icv (self));
  args.ordered = ordered;
  gho_ws_start (self, &args);
  return next (self, istart, iend);
}

#define DEFINE_LOOP(kind, sched, ordered)                                                         \
  bool GOMP_loop_ull_##kind##_start (bool up, gho_ull start, gho_ull end, gho_ull incr,           \
                                     gho_ull chunk, gho_ull *istart, gho_ull *iend)               \
  {                                                                                               \
    return start_loop (up, start, end, incr, sched, chunk, ordered, istart, iend);                \
  }                                                                                               \
  bool GOMP_loop_ull_##kind##_next (gho_ull *istart, gho_ull *iend)                               \
  {                                                                                               \
    return next (gho_self (), istart, iend);                                                      \
  }
#define DEFINE_LOOP_RUNTIME(kind, modifier, ordered)                                              \
  bool GOMP_loop_ull_##kind##_start (bool up, gho_ull start, gho_ull end, gho_ull incr,           \
                                     gho_ull *istart, gho_ull *iend)                              \
  {                                                                                               \
    return start_loop (up, start, end, incr, modifier, 0, ordered, istart, iend);                 \
  }                                                                                               \
  bool GOMP_loop_ull_##kind##_next (gho_ull *istart, gho_ull *iend)                               \
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

static bool
start_general (struct gho_thread *self, struct gho_ws_args *args, uintptr_t *reductions, void **mem,
               gho_ull *istart, gho_ull *iend)
{
  args->reductions = reductions;
  args->mem = mem;
  gho_ws_start (self, args);
  return istart == NULL || next (self, istart, iend);
}

bool
GOMP_loop_ull_start (bool up, gho_ull start, gho_ull end, gho_ull incr, long sched, gho_ull chunk,
                     gho_ull *istart, gho_ull *iend, uintptr_t *reductions, void **mem)
{
  struct gho_thread *self = gho_self ();
  struct gho_ws_args args
    = gho_args_ull (up, start, end, incr, (uint32_t) sched, chunk, gho_icv (self));
  return start_general (self, &args, reductions, mem, istart, iend);
}

bool
GOMP_loop_ull_ordered_start (bool up, gho_ull start, gho_ull end, gho_ull incr, long sched,
                             gho_ull chunk, gho_ull *istart, gho_ull *iend, uintptr_t *reductions,
                             void **mem)
{
  struct gho_thread *self = gho_self ();
  struct gho_ws_args args
    = gho_args_ull (up, start, end, incr, (uint32_t) sched, chunk, gho_icv (self));
  args.ordered = true;
  return start_general (self, &args, reductions, mem, istart, iend);
}

bool
GOMP_loop_ull_doacross_start (unsigned ncounts, gho_ull *counts, long sched, gho_ull chunk,
                              gho_ull *istart, gho_ull *iend, uintptr_t *reductions, void **mem)
{
  struct gho_thread *self = gho_self ();
  struct gho_ws_args args
    = gho_args_ull (true, 0, counts[0], 1, (uint32_t) sched, chunk, gho_icv (self));
  args.ncounts = ncounts;
  args.counts = (const uint64_t *) counts;
  return start_general (self, &args, reductions, mem, istart, iend);
}

#define DEFINE_DOACROSS(kind, sched)                                                              \
  bool GOMP_loop_ull_doacross_##kind##_start (unsigned ncounts, gho_ull *counts, gho_ull chunk,   \
                                              gho_ull *istart, gho_ull *iend)                     \
  {                                                                                               \
    return GOMP_loop_ull_doacross_start (ncounts, counts, sched, chunk, istart, iend, NULL,       \
                                         NULL);                                                   \
  }
DEFINE_DOACROSS (static, GHO_SCHED_STATIC)
DEFINE_DOACROSS (dynamic, GHO_SCHED_DYNAMIC)
DEFINE_DOACROSS (guided, GHO_SCHED_GUIDED)

bool
GOMP_loop_ull_doacross_runtime_start (unsigned ncounts, gho_ull *counts, gho_ull *istart,
                                      gho_ull *iend)
{
  return GOMP_loop_ull_doacross_start (ncounts, counts, 0, 0, istart, iend, NULL, NULL);
}
