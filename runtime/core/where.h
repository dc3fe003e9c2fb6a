/* What each thread waits for, for the eyes of ghcomp-where, which reads the memory of a process from outside. */
#ifndef GHO_WHERE_H
#define GHO_WHERE_H

#include "core/thread.h"

/* Kinds of waits.  A thread notes one once it has waited longer than a hand-over takes: a short wait costs nothing.
 * Numbers may change: where.c exports them with their names. */
enum gho_at {
  GHO_AT_NOTHING,    /* it runs, or has only begun to wait */
  GHO_AT_POOL,       /* a worker of no team */
  GHO_AT_REGION,     /* a worker, done with its region: for the next one of its team */
  GHO_AT_BARRIER,    /* for the other members; at the end of a region if gho_member.joining */
  GHO_AT_CANCELLABLE_BARRIER,
  GHO_AT_TASKWAIT,
  GHO_AT_TASKGROUP,
  GHO_AT_DEPEND,     /* for tasks that a depend clause names */
  GHO_AT_TASKS,      /* for the last tasks of a region */
  GHO_AT_CRITICAL,
  GHO_AT_ATOMIC,
  GHO_AT_LOCK,
  GHO_AT_NEST_LOCK,
  GHO_AT_ORDERED,
  GHO_AT_DOACROSS,
  GHO_AT_WORKSHARE,  /* too many nowait constructs ahead */
  GHO_AT_JOB
};

/* For the flags of gho_wait_change. */
#define GHO_WAIT_AT(at) ((int) (at) << GHO_WAIT_AT_SHIFT)

/* The calling thread waits from here on; what: the word, or the record that it waits for.  self may be NULL.
 * rlx: a reader from outside takes what it finds. */
static inline void
gho_note (struct gho_thread *self, enum gho_at at, const volatile void *what)
{
  if (self == NULL)
    return;
  gho_store_rlx (&self->x_at_what, what);
  gho_store_rlx (&self->x_at, (uint32_t) at);
}

/* It waits no longer. */
static inline void
gho_note_end (struct gho_thread *self)
{
  if (self != NULL && gho_unlikely (gho_load_rlx (&self->x_at) != GHO_AT_NOTHING))
    gho_store_rlx (&self->x_at, (uint32_t) GHO_AT_NOTHING);
}

/* The calling thread begins to use its record; all that ever did are in a list. */
void gho_where_enter (struct gho_thread *self);
/* It ends, or it is in the child of a fork. */
void gho_where_leave (struct gho_thread *self);

#endif
