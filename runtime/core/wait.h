/* The one way to wait (spin, yield, sleep).  A wait word is a futex word: a value in the upper
 * 31 bits and GHO_SLEEP in bit 0, set by a thread before it sleeps on the word.  Whoever changes
 * the value does it with an exchange or a compare-and-swap, sees GHO_SLEEP in the old word, and
 * makes the waking system call only then.  One word holds both, so no fence is needed and no
 * wake-up is lost: the sleeper's futex call compares the whole word. */
#ifndef GHO_WAIT_H
#define GHO_WAIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/atomic.h"

struct gho_thread;

#define GHO_SLEEP 1u

/* Change a wait word's value to value (its bit 0 must be clear) and wake its sleepers. */
void gho_wait_publish (_Atomic uint32_t *word, uint32_t value);

/* Wait until (*word & ~GHO_SLEEP) != old and return the new value, GHO_SLEEP cleared; acquire.
 * GHO_WAIT_HELP: poll the barrier of self's team meanwhile (run its tasks). GHO_WAIT_CANCEL: return
 * old when self's region is cancelled. GHO_WAIT_AT (kind), from where.h: what to note once the wait takes longer.
 * With the last one alone self may be NULL. */
enum { GHO_WAIT_HELP = 1, GHO_WAIT_CANCEL = 2, GHO_WAIT_AT_SHIFT = 8 };
uint32_t gho_wait_change (struct gho_thread *self, _Atomic uint32_t *word, uint32_t old, int flags);

/* Spin and yield until done (argument), which must acquire what it reads. False: it is time to sleep. For a
 * wait whose word changes also for others: each change would start a wait on the word itself anew. */
bool gho_wait_awake (struct gho_thread *self, bool (*done) (void *), void *argument);

/* As publish, but only forward: value becomes the later of the two (modulo 2^32). */
void gho_wait_advance (_Atomic uint32_t *word, uint32_t value);

/* Add one to the word's value, whoever else does so too, and wake its sleepers. */
void gho_wait_bump (_Atomic uint32_t *word);

/* Pauses that a wait may spend before it yields or sleeps. */
uint32_t gho_wait_spin_budget (const struct gho_thread *self);

/* Wake everybody who sleeps on the word without changing its value: they look again. True: somebody did. */
bool gho_wait_nudge (_Atomic uint32_t *word);

/* A step of a wait for some other condition: pauses, yields, and at last sleeps for short
 * times. Start with a zeroed state; call while the condition does not hold. */
struct gho_backoff {
  uint32_t step;
};
void gho_wait_backoff (struct gho_backoff *state);

/* The budgets in words, for GHCOMP_VERBOSE. */
void gho_wait_describe (char *text, size_t size);

/* Budgets from gho_global; called by gho_env_init's end and at fork. */
void gho_wait_init (void);

#endif
