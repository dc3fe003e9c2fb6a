/* Barriers of a team: arrival, completion of tasks, release.  See barrier.c's notes. */
#ifndef GHO_BARRIER_H
#define GHO_BARRIER_H

#include "core/team.h"

/* Barrier of the current team; completes its tasks. */
void gho_barrier (struct gho_thread *self);

/* Barrier of a region that may be cancelled. True: it is cancelled, leave for the region's end. */
bool gho_barrier_cancel (struct gho_thread *self);

/* A worker's arrival at the region's end, and the primary's wait for all of them. */
void gho_barrier_arrive_join (struct gho_thread *self);
void gho_barrier_join (struct gho_thread *self);

/* While waiting in a barrier: run a task, or release the barrier if that was the last. False:
 * nothing to do. */
bool gho_barrier_poll (struct gho_thread *self);

/* The same question before a sleep. */
bool gho_barrier_ready (struct gho_thread *self, int wait_flags);

#endif
