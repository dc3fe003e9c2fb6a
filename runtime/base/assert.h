/* Invariants in two tiers: GHO_ASSERT is cheap and on with -DGHO_DEBUG; GHO_CHECK is always on. */
#ifndef GHO_ASSERT_H
#define GHO_ASSERT_H

#include "base/log.h"

#define GHO_CHECK(condition)                                                                      \
  ((condition) ? (void) 0                                                                         \
               : gho_fatal ("%s:%d: broken invariant: %s", __FILE__, __LINE__, #condition))
#ifdef GHO_DEBUG
#define GHO_ASSERT(condition) GHO_CHECK (condition)
#else
#define GHO_ASSERT(condition) ((void) 0)
#endif

#endif
