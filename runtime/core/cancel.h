/* Cancellation (OpenMP 5.2, chapter 16). which: GHO_CANCEL_*. */
#ifndef GHO_CANCEL_H
#define GHO_CANCEL_H

#include "core/team.h"

/* The cancel construct with a true condition. True: leave for the end of the construct. */
bool gho_cancel (struct gho_thread *self, int which);
bool gho_cancellation_point (struct gho_thread *self, int which);

#endif
