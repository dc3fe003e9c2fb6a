#include "abi/gomp_abi.h"
#include "core/barrier.h"
#include "core/team.h"

/* The number of the next section, from 1; 0: none. */
static unsigned
next (struct gho_thread *self)
{
  return gho_ws_next (self) ? (unsigned) self->me->ws.begin + 1 : 0;
}

unsigned
GOMP_sections2_start (unsigned count, uintptr_t *reductions, void **mem)
{
  struct gho_thread *self = gho_self ();
  struct gho_ws_args args = { .trips = count,
                              .step = 1,
                              .chunk = 1,
                              .sched = GHO_SCHED_DYNAMIC,
                              .exact_chunks = true,
                              .reductions = reductions,
                              .mem = mem };
  gho_ws_start (self, &args);
  return next (self);
}

unsigned
GOMP_sections_start (unsigned count)
{
  return GOMP_sections2_start (count, NULL, NULL);
}

unsigned
GOMP_sections_next (void)
{
  return next (gho_self ());
}

void
GOMP_sections_end (void)
{
  struct gho_thread *self = gho_self ();
  gho_ws_end (self);
  gho_barrier (self);
}

bool
GOMP_sections_end_cancel (void)
{
  struct gho_thread *self = gho_self ();
  gho_ws_end (self);
  return gho_barrier_cancel (self);
}

void
GOMP_sections_end_nowait (void)
{
  gho_ws_end (gho_self ());
}
