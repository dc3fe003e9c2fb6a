#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "core/spread.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "core/team.h"

/* Note [A nudge to another CPU]
 * Schedulers balance by load, not by who waits for whom: two threads that take turns on one CPU can
 * stay there for seconds, each barrier a context switch, beside an idle CPU.  A worker that has met
 * this many times in a row asks for a free CPU: it takes it as its only one and then gives itself its
 * former mask back, so nothing is bound and the scheduler may undo it.  Only workers move: the
 * masks of the host's threads are the host's.  If other work runs on the machine's CPUs, sharing one
 * with a peer may be the best there is, so the number of runnable threads is looked at first; and if the
 * scheduler undoes the move, the next one comes after twice the time. */

enum { FIRST_DELAY_NS = 2000000, MOST_DELAY_NS = 1000000000 };

/* Threads that run or could run now on the machine; a large number if unknown. */
static long
runnable_threads (void)
{
  char text[128];
  long running;
  int fd = open ("/proc/loadavg", O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return 1000000;
  ssize_t got = read (fd, text, sizeof text - 1);
  close (fd);
  text[got > 0 ? got : 0] = '\0';
  return sscanf (text, "%*s %*s %*s %ld/", &running) == 1 ? running : 1000000;
}

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
  if (runnable_threads () <= gho_global.num_procs && sched_getaffinity (0, sizeof mask, &mask) == 0)
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
