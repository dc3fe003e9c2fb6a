#include "core/cancel.h"

#include "core/wait.h"

bool
gho_cancel (struct gho_thread *self, int which)
{
  struct gho_team *team = self->team;
  if (!gho_global.cancellation)
    return gho_cancellation_point (self, which); /* its job may be cancelled from outside */
  if (which & (GHO_CANCEL_LOOP | GHO_CANCEL_SECTIONS))
    {
      gho_store_rel (&team->x_ws_cancel, gho_ws_epoch (self->me));
      return true;
    }
  if (which & GHO_CANCEL_TASKGROUP)
    {
      struct gho_taskgroup *group = self->task->group;
      if (group != NULL && !group->workshare)
        gho_store_rel (&group->x_cancel, 1u);
      return true;
    }
  /* sc, and only then the nudge: pairs with the look in gho_barrier_ready of a thread that is
   * about to sleep in a cancellable barrier. */
  gho_store_sc (&team->x_cancel, (uint32_t) GHO_CANCEL_PARALLEL);
  gho_team_nudge (team);
  return true;
}

bool
gho_cancellation_point (struct gho_thread *self, int which)
{
  struct gho_team *team = self->team;
  if (!gho_load_rlx (&gho_global.x_cancellable)) /* rlx: set before the job that is cancelled exists */
    return false;
  if ((which & (GHO_CANCEL_LOOP | GHO_CANCEL_SECTIONS)) && gho_load_acq (&team->x_ws_cancel) == gho_ws_epoch (self->me))
    return true;
  if ((which & GHO_CANCEL_TASKGROUP) && self->task->group != NULL)
    {
      for (struct gho_taskgroup *group = self->task->group; group != NULL; group = group->prev)
        {
          if (gho_load_acq (&group->x_cancel) != 0)
            return true;
          if (!group->workshare)
            break;
        }
    }
  return gho_load_acq (&team->x_cancel) != 0;
}
