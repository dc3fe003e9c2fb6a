/* The teams construct on the host (5.2, 10.2). */
#ifndef GHO_TEAMS_H
#define GHO_TEAMS_H

#include "core/team.h"

/* Run fn once per team, one after another; num_teams 0: nteams-var or the default. */
void gho_teams_host (struct gho_thread *self, void (*fn) (void *), void *data, unsigned num_teams,
                     unsigned thread_limit);

#endif
