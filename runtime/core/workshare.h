/* Worksharing constructs: a ring of descriptors per team, so that nowait constructs overlap (D6). */
#ifndef GHO_WORKSHARE_H
#define GHO_WORKSHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/cpu.h"

#define GHO_WS_RING 64     /* descriptors of a team: a power of two; so far may a thread run ahead */
#define GHO_WS_RING_SOLO 2 /* of a team of one */

struct gho_reduction;
struct gho_thread;
struct gho_team;
struct gho_doacross;

enum { GHO_ORDERED_WORDS = 8 };

/* A loop's logical iterations are 0 .. trips-1; iteration i has the value first + i * step
 * (arithmetic modulo 2^64 serves long and unsigned long long). */
struct gho_ws {
  _Alignas (GHO_LINE)
  _Atomic uint64_t x_state;  /* region << 32 | seq << 2 | (0 free for seq, 1 being filled, 2 ready) */
  _Atomic uint64_t x_next;   /* dynamic, guided, sections: next iteration; add or CAS */
  _Atomic uint32_t x_done;   /* members that left; the last one frees the descriptor */
  uint32_t nranges;          /* ranges allocated */
  uint64_t trips;            /* filled before ready, then constant, as the next ones */
  struct gho_doacross *doacross;
  void *memory;              /* GOMP_loop_start's mem, else NULL */
  struct gho_reduction *reductions; /* of the first to come */
  struct gho_range *ranges;  /* nonmonotonic dynamic: one per member; kept from loop to loop */
  _Alignas (GHO_LINE)
  _Atomic uint64_t x_ordered; /* iterations whose ordered parts are done */
  _Atomic uint32_t x_ordered_waiters; /* threads that wait on one of the words */
  _Atomic uint32_t x_ordered_words[GHO_ORDERED_WORDS]; /* wait words, by the iteration that is waited for */
};

/* A member's share of a nonmonotonic dynamic loop: chunks begin .. end-1 as begin << 32 | end. The
 * owner takes from the front, others from the back, all by CAS; rlx, as the numbers carry no data. */
struct gho_range {
  _Alignas (GHO_LINE) _Atomic uint64_t x_chunks;
};

/* What a thread asks for when it meets a loop or sections construct. */
struct gho_ws_args {
  uint64_t trips, first, step, chunk; /* chunk 0: the schedule's default */
  uint32_t sched;                     /* enum gho_sched, without modifier */
  bool nonmonotonic;                  /* chunks in any order */
  bool exact_chunks;                  /* who asks can tell chunks apart: sections, Haskell bodies */
  bool ordered;
  bool shared;                /* needs a descriptor even if static */
  uintptr_t *reductions;      /* task reductions, or NULL */
  void **mem;                 /* in: size as an integer; out: zeroed memory that the team shares */
  uint32_t ncounts;           /* doacross: number of loops, 0 none */
  const uint64_t *counts;     /* doacross: trips of each */
};

/* The member's side: a copy of the arguments, so that taking a chunk reads one shared line. */
struct gho_ws_local {
  struct gho_ws *ws;       /* current construct's descriptor; NULL: none, or a private static loop */
  uint64_t trips, first, step, chunk;
  uint32_t sched;
  bool ordered;
  bool split;              /* chunks come from ws->ranges */
  bool ordered_passed;     /* the current chunk's turn was passed on */
  uint64_t begin, end;     /* current chunk, logical */
  uint64_t trip;           /* chunks taken (static); 1 once the last one was (split) */
};

/* Enter the construct. True for the thread that filled the descriptor. */
bool gho_ws_start (struct gho_thread *self, const struct gho_ws_args *args);

/* Next chunk into self->me->ws.begin and .end. False: none is left. */
bool gho_ws_next (struct gho_thread *self);

/* Leave the construct (no barrier). */
void gho_ws_end (struct gho_thread *self);

/* Prepare a team's first loop before its threads start (combined parallel loops). */
void gho_ws_prepare (struct gho_team *team, const struct gho_ws_args *args);

/* The single construct: true for one thread of the team. */
bool gho_single (struct gho_thread *self);

/* The ordered region inside a chunk (5.2, 15.10.2), and doacross (15.9.7). counts: iteration numbers. */
void gho_ordered_start (struct gho_thread *self);
void gho_ordered_end (struct gho_thread *self);
void gho_doacross_post (struct gho_thread *self, const uint64_t *counts);
void gho_doacross_wait (struct gho_thread *self, const uint64_t *counts);
uint32_t gho_doacross_ncounts (const struct gho_thread *self);

/* ordered.c, for workshare.c */
void gho_ordered_finish_chunk (struct gho_thread *self);
struct gho_doacross *gho_doacross_new (uint32_t ncounts, const uint64_t *counts);
void gho_doacross_free (struct gho_doacross *doacross);

#endif
