#include "core/teams.h"

void
gho_teams_host (struct gho_thread *self, void (*fn) (void *), void *data, unsigned num_teams,
                unsigned thread_limit)
{
  uint32_t saved_teams = self->num_teams, saved_num = self->team_num;
  bool saved_in = self->in_teams;
  if (num_teams == 0)
    num_teams = gho_global.nteams > 0 ? (unsigned) gho_global.nteams : 3;
  if (thread_limit == 0)
    thread_limit = (unsigned) gho_global.teams_thread_limit;
  self->in_teams = true;
  for (unsigned i = 0; i < num_teams; i++)
    {
      self->num_teams = num_teams;
      self->team_num = i;
      gho_team_run_initial (self, fn, data, (int) thread_limit, self->team->job);
    }
  self->num_teams = saved_teams;
  self->team_num = saved_num;
  self->in_teams = saved_in;
}
