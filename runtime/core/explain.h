/* GHCOMP_VERBOSE: what was decided, and why. */
#ifndef GHO_EXPLAIN_H
#define GHO_EXPLAIN_H

#include "core/team.h"

/* A region begins. self is still in the task that met it, whose num_threads clause (0: none) asked for num_threads;
 * sized: what gho_team_size made of that; reserved: what the thread limit left of it; the team may be smaller
 * again.  The first call tells all about the process; later ones with GHCOMP_VERBOSE=2 that the size
 * changed.  Called with gho_verbose only. */
void gho_explain_region (struct gho_thread *self, const struct gho_team *team, void (*fn) (void *),
                         unsigned num_threads, uint32_t sized, uint32_t reserved);

#endif
