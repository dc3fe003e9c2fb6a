/* Members of one team that the scheduler keeps on one CPU while another is idle. */
#ifndef GHO_SPREAD_H
#define GHO_SPREAD_H

#include "core/thread.h"

/* self, a member of a team, has waited many times in a row for a peer on its own CPU. Move it to a CPU without a
 * member when it is a worker, not bound to a place, and the machine has an idle CPU; seldom. */
void gho_spread_self (struct gho_thread *self);

#endif
