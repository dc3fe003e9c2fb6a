#include "core/where.h"

#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/lock.h"
#include "core/team.h"

/* All records of threads, the newest first. CAS rel, so that a record is linked before it is seen. */
static _Atomic (struct gho_thread *) x_threads;

void
gho_where_enter (struct gho_thread *self)
{
  gho_store_rlx (&self->x_at, (uint32_t) GHO_AT_NOTHING);
  gho_store_rlx (&self->x_tid, (int) syscall (SYS_gettid));
  if (self->listed)
    return;
  self->listed = true;
  self->all_next = gho_load_rlx (&x_threads);
  while (!gho_cas_acqrel (&x_threads, &self->all_next, self))
    continue;
}

void
gho_where_leave (struct gho_thread *self)
{
  gho_store_rlx (&self->x_tid, 0);
}

/* Note [Reading from outside]
 * ghcomp-where knows no layout: it finds this table in the memory of the process by the name of its symbol, and in
 * it, by name, offsets, sizes, addresses and the numbers of kinds.  So it reads a library without debug
 * information, and one of another version.  A name that is taken away, or means something else, makes a new
 * version.  Test: tests/rts/where.sh */
struct entry {
  char name[24];
  uintptr_t value;
};

#define FIELD(type, field) { #type "." #field, offsetof (struct gho_##type, field) }
#define KIND(name, kind) { "at:" name, GHO_AT_##kind }

extern const struct entry ghc_omp_where[] __attribute__ ((visibility ("default")));
const struct entry ghc_omp_where[] = {
  { "ghcomp-where", 1 },
  { "threads", (uintptr_t) &x_threads },
  { "unnamed critical", (uintptr_t) &gho_unnamed_critical },
  { "sizeof member", sizeof (struct gho_member) },
  { "nest lock owner", GHO_NEST_LOCK_OWNER },
  FIELD (thread, team),
  FIELD (thread, me),
  FIELD (thread, task),
  FIELD (thread, num),
  FIELD (thread, worker),
  FIELD (thread, root),
  FIELD (thread, x_at),
  FIELD (thread, x_at_what),
  FIELD (thread, x_tid),
  FIELD (thread, all_next),
  FIELD (member, thread),
  FIELD (member, team),
  FIELD (member, num),
  FIELD (member, phase),
  FIELD (member, joining),
  FIELD (member, cbar),
  FIELD (member, ws),
  FIELD (member, x_arrived),
  FIELD (member, x_created),
  FIELD (member, x_finished),
  FIELD (team, parent),
  FIELD (team, parent_member),
  FIELD (team, members),
  FIELD (team, nthreads),
  FIELD (team, level),
  FIELD (team, counted),
  FIELD (team, fn),
  FIELD (team, region),
  FIELD (team, x_busy),
  FIELD (team, x_foreign_finished),
  FIELD (ws_local, ws),
  FIELD (ws_local, begin),
  FIELD (ws_local, end),
  FIELD (ws, x_ordered),
  FIELD (task, kind),
  FIELD (task, fn),
  FIELD (task, local),
  FIELD (task, x_pending),
  FIELD (task, thread),
  KIND ("", NOTHING),
  KIND ("pool", POOL),
  KIND ("region", REGION),
  KIND ("barrier", BARRIER),
  KIND ("cancellable", CANCELLABLE_BARRIER),
  KIND ("taskwait", TASKWAIT),
  KIND ("taskgroup", TASKGROUP),
  KIND ("depend", DEPEND),
  KIND ("tasks", TASKS),
  KIND ("critical", CRITICAL),
  KIND ("atomic", ATOMIC),
  KIND ("lock", LOCK),
  KIND ("nest lock", NEST_LOCK),
  KIND ("ordered", ORDERED),
  KIND ("doacross", DOACROSS),
  KIND ("workshare", WORKSHARE),
  KIND ("job", JOB),
  { "", 0 },
};
