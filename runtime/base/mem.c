#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "base/log.h"

static void *
checked (void *p, size_t bytes)
{
  if (gho_unlikely (p == NULL))
    gho_fatal ("out of memory: %zu bytes were asked for", bytes);
  return p;
}

void *
gho_alloc (size_t bytes)
{
  return checked (malloc (bytes ? bytes : 1), bytes);
}

void *
gho_zalloc (size_t bytes)
{
  return checked (calloc (1, bytes ? bytes : 1), bytes);
}

void *
gho_aligned_alloc (size_t align, size_t bytes)
{
  void *p = NULL;
  if (align < sizeof (void *))
    align = sizeof (void *);
  if (posix_memalign (&p, align, bytes ? bytes : 1) != 0)
    p = NULL;
  return checked (p, bytes);
}

void *
gho_zalloc_lines (size_t bytes)
{
  return memset (gho_aligned_alloc (GHO_LINE, bytes), 0, bytes);
}

void *
gho_realloc (void *old, size_t bytes)
{
  return checked (realloc (old, bytes ? bytes : 1), bytes);
}

void
gho_free (void *p)
{
  free (p);
}
