/* What a worker asks of the scheduler. */
#ifndef GHO_SPREAD_H
#define GHO_SPREAD_H

#include "core/thread.h"

/* self, a member of a team, has waited many times in a row for a peer on its own CPU. Move it to a CPU without a
 * member when it is a worker, not bound to a place; seldom. */
void gho_spread_self (struct gho_thread *self);

/* self, the calling thread, asks for short turns on its CPU, or for its usual ones again; only workers do. */
void gho_spread_turns (struct gho_thread *self, bool short_turns);

#endif
