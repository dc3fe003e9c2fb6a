/* What the runtime does, announced to whoever listens: for now the timeline (trace.c).  When nobody listens an
 * announcement is one branch on a global. */
#ifndef GHO_EVENT_H
#define GHO_EVENT_H

#include "core/thread.h"

/* Spans of time on a thread.  They nest: each ends on the thread that it began on, the inner ones first. */
enum gho_span {
  GHO_SPAN_REGION,   /* the primary, from fork to join; what: the region's function */
  GHO_SPAN_PART,     /* another member's part of a region; what: the same */
  GHO_SPAN_JOIN,     /* the primary waits for the end of the region */
  GHO_SPAN_BARRIER,
  GHO_SPAN_LOOP,     /* a loop or sections construct that asks for its chunks */
  GHO_SPAN_TASK,     /* what: the task's function */
  GHO_SPAN_CALLBACK, /* a Haskell body */
  GHO_SPAN_TASKWAIT, /* the last ones: waits, and the tasks that are run meanwhile; what: enum gho_at */
  GHO_SPAN_LOCK,
  GHO_SPAN_ORDERED
};

extern _Atomic bool gho_x_traced; /* rlx: set before there are threads, cleared at exit */
void gho_trace_begin (struct gho_thread *self, enum gho_span span, const void *what);
void gho_trace_end (struct gho_thread *self, enum gho_span span, uint32_t value);

/* self may be NULL: a thread that is not known is not traced. */
static inline void
gho_event_begin (struct gho_thread *self, enum gho_span span, const void *what)
{
  if (gho_unlikely (gho_load_rlx (&gho_x_traced)))
    gho_trace_begin (self, span, what);
}

/* value: of a region the size of its team; of others 0. */
static inline void
gho_event_end (struct gho_thread *self, enum gho_span span, uint32_t value)
{
  if (gho_unlikely (gho_load_rlx (&gho_x_traced)))
    gho_trace_end (self, span, value);
}

/* GHCOMP_TRACE and GHCOMP_TRACE_EVENTS. */
void gho_trace_init (const char *file, int events);
/* In the child of a fork. */
void gho_trace_forked (void);

#endif
