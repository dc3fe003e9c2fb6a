// SRC: runtime/core/spread.c runtime/base/park.c
/* Short turns: a worker asks the scheduler for them and gives them back; nothing else of its settings changes. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/spread.h"
#include "check.h"

struct attributes
{
  uint32_t size, policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime, deadline, period;
};

static struct attributes
now (void)
{
  struct attributes a = { .size = sizeof a };
  if (syscall (SYS_sched_getattr, 0, &a, sizeof a, 0) != 0)
    SKIP ("no sched_getattr");
  return a;
}

int
main (void)
{
  static struct gho_thread worker = { .worker = true }, host;
  CHECK (setpriority (PRIO_PROCESS, 0, 3) == 0);
  struct attributes before = now (), during;

  gho_spread_turns (&host, true);
  CHECK_EQ (now ().runtime, before.runtime);
  CHECK (host.short_turns); /* so that it is not asked again */

  errno = E2BIG;
  gho_spread_turns (&worker, true);
  CHECK_EQ (errno, E2BIG);
  CHECK (worker.short_turns);
  during = now ();
  CHECK_EQ (during.policy, before.policy);
  CHECK_EQ (during.nice, 3);
  CHECK_EQ (during.flags, before.flags);
  gho_spread_turns (&worker, false);
  CHECK (!worker.short_turns);
  CHECK_EQ (now ().runtime, before.runtime);
  CHECK_EQ (now ().nice, 3);

  /* A batch thread keeps its settings. */
  struct sched_param zero = { 0 };
  if (sched_setscheduler (0, SCHED_BATCH, &zero) == 0)
    {
      gho_spread_turns (&worker, true);
      CHECK_EQ (now ().policy, SCHED_BATCH);
      CHECK_EQ (now ().runtime, before.runtime);
    }
  if (before.runtime == 0)
    SKIP ("this kernel does not tell a thread's turns");
  CHECK_EQ (during.runtime, 100000);
}
