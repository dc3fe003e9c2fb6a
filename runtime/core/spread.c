#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "core/spread.h"

#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/team.h"

/* Note [A nudge to another CPU]
 * Schedulers balance by load, not by who waits for whom: two threads that take turns on one CPU can
 * stay there for seconds, each barrier a context switch, beside an idle CPU.  A worker that has met
 * this many times in a row asks for a free CPU: it takes it as its only one and then gives itself its
 * former mask back, so nothing is bound and the scheduler may undo it.  Only workers move: the
 * masks of the host's threads are the host's.  Where other work runs on the other CPUs the move helps
 * as well: a region runs at the pace of both CPUs instead of the half of one, and the scheduler
 * gives the others their share on either.  If the scheduler undoes the move, the next one comes after
 * twice the time. */

enum { FIRST_DELAY_NS = 2000000, MOST_DELAY_NS = 1000000000 };

static bool
member_on (const struct gho_team *team, int cpu)
{
  for (uint32_t i = 0; i < team->nthreads; i++)
    if (gho_load_rlx (&team->members[i].x_cpu) == (uint32_t) cpu) /* rlx: a hint */
      return true;
  return false;
}

void
gho_spread_self (struct gho_thread *self)
{
  cpu_set_t mask, one;
  uint64_t now = gho_now_ns ();
  int saved = errno;
  if (!self->worker || self->place >= 0 || now < self->spread_after)
    return;
  if (now > self->spread_after + 4 * (uint64_t) MOST_DELAY_NS || self->spread_delay == 0)
    self->spread_delay = FIRST_DELAY_NS;
  self->spread_after = now + self->spread_delay;
  /* CPU_SETSIZE is enough: on a larger machine the call fails and nothing happens. */
  if (sched_getaffinity (0, sizeof mask, &mask) == 0)
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
      if (CPU_ISSET (cpu, &mask) && !member_on (self->team, cpu))
        {
          CPU_ZERO (&one);
          CPU_SET (cpu, &one);
          if (sched_setaffinity (0, sizeof one, &one) == 0)
            sched_setaffinity (0, sizeof mask, &mask);
          if (self->spread_delay < MOST_DELAY_NS)
            self->spread_delay *= 2;
          break;
        }
  errno = saved;
}

/* Note [Short turns]
 * A region is over when its last member is, so what counts for a team beside other work is not how
 * much of a CPU each member gets but how soon.  Linux lets an ordinary thread ask for short turns
 * (sched_runtime of sched_setattr, since 6.12): it gets the same share in smaller pieces, and is
 * chosen sooner after it wakes.  That needs no privilege and takes nothing from others.  Earlier kernels
 * ignore the value; where the call is forbidden nothing happens.  Policy, nice value and flags stay
 * as they are.
 * A yield puts a thread behind those of its CPU by one turn of its own.  So where waits yield,
 * a member with long turns (a host's thread, whose settings are the host's) would stand behind the
 * workers for many of their short ones, at each yield again.  Hence workers take short turns only in a
 * crowd, where nobody yields, and give them up at the first wait after it.  A thread that a worker
 * starts meanwhile inherits them. */

struct sched_attributes /* the first version of the kernel's struct sched_attr */
{
  uint32_t size;
  uint32_t policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime; /* nanoseconds */
  uint64_t deadline, period;
};

enum { TURN_NS = 100000, RESET_ON_FORK = 1 };

void
gho_spread_turns (struct gho_thread *self, bool short_turns)
{
  self->short_turns = short_turns;
#if defined SYS_sched_getattr && defined SYS_sched_setattr
  struct sched_attributes a = { .size = sizeof a };
  int saved = errno;
  if (self->worker && syscall (SYS_sched_getattr, 0, &a, sizeof a, 0) == 0 && a.policy == SCHED_OTHER)
    {
      if (short_turns)
        self->turn_before = a.runtime;
      a.size = sizeof a;
      a.flags &= RESET_ON_FORK;
      a.runtime = short_turns ? TURN_NS : self->turn_before; /* 0: the scheduler's own choice */
      syscall (SYS_sched_setattr, 0, &a, 0);
    }
  errno = saved;
#endif
}
