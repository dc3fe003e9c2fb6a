/* The contract of backend.h with plain threads: unit tests, sanitizers, the baseline of the
 * benchmarks; and the thread creation that the GHC back end shares. */
#include "backend/backend.h"

#include <stdio.h>

#include "backend/plain_thread.h"

const char *
gho_backend_name (void)
{
  return "pthread";
}

void
gho_backend_describe (char *text, size_t size)
{
  snprintf (text, size, "plain threads; this library was built without GHC");
}

void
gho_backend_start (void)
{
}

int
gho_backend_capabilities (void)
{
  return 0;
}

int
gho_backend_thread_create (void (*run) (void *), void *argument, int index, size_t stack_bytes)
{
  return gho_plain_thread_create (run, argument, index, stack_bytes);
}

void
gho_backend_thread_enter (int index)
{
  (void) index;
}

void
gho_backend_thread_exit (void)
{
}

bool
gho_backend_haskell_lives (void)
{
  return true;
}

bool
gho_backend_call_haskell (void *action)
{
  (void) action;
  return false;
}

void
gho_backend_stop (void)
{
}

void
gho_backend_forked (void)
{
}
