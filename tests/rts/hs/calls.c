/* Functions for the tests of batched calls. */
#include "calls.h"
#include <omp.h>
#include <stdatomic.h>
#include <time.h>

#define TWICE(name, type)                                                                          \
  type calls_twice_##name (type x)                                                                 \
  {                                                                                                \
    return (type) (x + x);                                                                         \
  }
CALLS_TYPES (TWICE)

void *
calls_next_pointer (void *p)
{
  return (char *) p + 1;
}

int
calls_less_than_half (double x)
{
  return x < 0.5;
}

void
calls_quotient (const struct calls_pair *pair, struct calls_quotient *out)
{
  out->quotient = pair->a / pair->b;
  out->rest = (short) (pair->a % pair->b);
}

static atomic_long counter;

long
calls_count (void)
{
  return atomic_load (&counter);
}

void
calls_reset (void)
{
  atomic_store (&counter, 0);
}

/* Depends on the order of the calls. */
void
calls_fold (unsigned x)
{
  atomic_store (&counter, (atomic_load (&counter) * 31 + x) % 1000003);
}

int
calls_sleep (int microseconds)
{
  struct timespec t = { microseconds / 1000000, microseconds % 1000000 * 1000L };

  atomic_fetch_add (&counter, 1);
  nanosleep (&t, NULL);
  return microseconds + 1;
}

long
calls_who (long x)
{
  return x * 100 + omp_get_thread_num ();
}
