/* Who runs the code: the contract between the OpenMP semantics and the owner of the threads.
 * One of ghc_*.c and pthread.c is linked behind it (ghc_*.c falls back to pthread.c's thread
 * creation where GHC's RTS cannot serve: in a forked child).  Nothing here takes a Capability. */
#ifndef GHO_BACKEND_H
#define GHO_BACKEND_H

#include <stdbool.h>
#include <stddef.h>

/* "ghc" or "pthread"; "ghc (pthread)" when the RTS could not be had. Constant after
 * gho_backend_start. */
const char *gho_backend_name (void);

/* The same in words, with the file of the RTS, for GHCOMP_VERBOSE. After gho_backend_start. */
void gho_backend_describe (char *text, size_t size);

/* Find the running RTS or start one. Called once, from the first thread that needs a worker,
 * under a lock of the caller. Never fails: without RTS the workers are plain threads, after one
 * warning line. Leaves signals, locale, timers, errno and environment as they were. */
void gho_backend_start (void);

/* Number of Capabilities when this process is a Haskell program whose RTS runs now, else 0.
 * Cheap (a load or two): asked at each region that has no explicit size. Any time, any thread. */
int gho_backend_capabilities (void);

/* Make a detached OS thread that calls run(argument). index: the worker's number, 1, 2, ...
 * stack_bytes: 0 means the system's default. All signals that libgomp's workers would inherit
 * are inherited. Returns 0 or an errno value. After gho_backend_start. */
int gho_backend_thread_create (void (*run) (void *), void *argument, int index, size_t stack_bytes);

/* Called by each worker first: set the in-call preference for Capability index mod n. */
void gho_backend_thread_enter (int index);

/* Called by a worker that ends. */
void gho_backend_thread_exit (void);

/* The process has no initial thread left that used OpenMP, and its main thread has ended: stop the RTS
 * if gho_backend_start started it, so that its threads do not keep the process. */
void gho_backend_stop (void);

/* False once the Haskell program around has shut its RTS down: then nothing of Haskell may be called. */
bool gho_backend_haskell_lives (void);

/* Run a Haskell action (a StablePtr (IO a)) in a bound Haskell thread on this OS thread, asynchronous exceptions
 * masked; takes a Capability meanwhile. False: it did not come to its end, because the RTS has been shut
 * down, or because it threw. */
bool gho_backend_call_haskell (void *action);

/* In the child of a fork: forget the RTS; from now on threads are plain. Async-signal-safe. */
void gho_backend_forked (void);

#endif
