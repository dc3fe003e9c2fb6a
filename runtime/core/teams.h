/* The teams construct on the host, and target regions on the host (5.2, 10.2 and 13.8). */
#ifndef GHO_TEAMS_H
#define GHO_TEAMS_H

#include "core/team.h"

/* Run fn once per team, one after another; num_teams 0: nteams-var or the default. */
void gho_teams_host (struct gho_thread *self, void (*fn) (void *), void *data, unsigned num_teams,
                     unsigned thread_limit);

/* Run fn as the implicit task of a new initial thread. */
void gho_target_run (struct gho_thread *self, void (*fn) (void *), void *data);

#endif
