/* What the thread sanitizer of a program has to know about this library, which is not built with it.
 *
 * Note [Told, not seen]
 * In a program built with -fsanitize=thread the sanitizer sees the program's own accesses, and the calls of malloc,
 * free, memcpy and memset from everywhere; it does not see the atomics in here.  So each construct says what it orders, as the
 * specification has it: gho_tsan_release (tag) before a thread lets others go on, gho_tsan_acquire (tag) in
 * those that then do.  What only the runtime itself orders (its mutexes, the deques) stays untold, else real races of the
 * program would hide behind it.  A tag is an address that nobody dereferences.  Memory for the runtime's
 * own use is touched between gho_tsan_ignore_begin and _end.  In a build of this library with the
 * sanitizer all this is empty: there the atomics are seen.  Test: rts/tsan.sh */
#ifndef GHO_TSAN_H
#define GHO_TSAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/cpu.h"

#if defined(__SANITIZE_THREAD__)
#define GHO_TSAN_BUILD 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define GHO_TSAN_BUILD 1
#endif
#endif
#ifndef GHO_TSAN_BUILD
#define GHO_TSAN_BUILD 0
#endif

/* The sanitizer's functions; NULL in a program without it.  Set once, by gho_env_init. */
struct gho_tsan {
  void (*acquire) (void *), (*release) (void *);
  void (*ignore_begin) (const char *, int), (*ignore_end) (const char *, int);
};
extern struct gho_tsan gho_tsan __attribute__ ((visibility ("hidden")));

void gho_tsan_init (void);

static inline bool
gho_tsan_on (void)
{
  return !GHO_TSAN_BUILD && gho_unlikely (gho_tsan.acquire != NULL);
}

static inline void
gho_tsan_acquire (const volatile void *tag)
{
  if (gho_tsan_on ())
    gho_tsan.acquire ((void *) tag);
}

static inline void
gho_tsan_release (const volatile void *tag)
{
  if (gho_tsan_on ())
    gho_tsan.release ((void *) tag);
}

static inline void
gho_tsan_ignore_begin (void)
{
  if (gho_tsan_on ())
    gho_tsan.ignore_begin (__FILE__, __LINE__);
}

static inline void
gho_tsan_ignore_end (void)
{
  if (gho_tsan_on ())
    gho_tsan.ignore_end (__FILE__, __LINE__);
}

#endif
