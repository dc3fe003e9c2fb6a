/* Sleeping and waking: the futex system call, and a small mutex for cold paths. */
#ifndef GHO_PARK_H
#define GHO_PARK_H

#include "base/atomic.h"

/* Sleep while *word == expected, at most timeout_ns (0: no limit). May wake spuriously;
 * errno is preserved. */
void gho_futex_wait (_Atomic uint32_t *word, uint32_t expected, uint64_t timeout_ns);

/* Wake at most n threads that sleep on word, and return how many; errno is preserved. */
int gho_futex_wake (_Atomic uint32_t *word, int n);

/* A mutex for cold paths: zero-initialised, usable before any constructor ran.
 * 0 free, 1 taken, 2 taken and somebody may sleep. */
struct gho_mutex {
  _Atomic uint32_t x_state;
};
void gho_mutex_lock (struct gho_mutex *mutex);
void gho_mutex_unlock (struct gho_mutex *mutex);
bool gho_mutex_trylock (struct gho_mutex *mutex);

/* In the child of a fork, whose only thread does not hold it: free the mutex.  True: a thread that
 * is not here held it, so what it guards may be half changed. */
bool gho_mutex_forked (struct gho_mutex *mutex);

/* The CPU that the calling thread runs on, as a hint: it may have moved when this returns. */
uint32_t gho_cpu_number (void);

#endif
