#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "base/log.h"
#include "base/tsan.h"

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
  gho_tsan_ignore_begin ();
  void *p = malloc (bytes ? bytes : 1);
  gho_tsan_ignore_end ();
  return checked (p, bytes);
}

void *
gho_zalloc (size_t bytes)
{
  gho_tsan_ignore_begin ();
  void *p = calloc (1, bytes ? bytes : 1);
  gho_tsan_ignore_end ();
  return checked (p, bytes);
}

void *
gho_aligned_alloc (size_t align, size_t bytes)
{
  void *p = NULL;
  if (align < sizeof (void *))
    align = sizeof (void *);
  gho_tsan_ignore_begin ();
  if (posix_memalign (&p, align, bytes ? bytes : 1) != 0)
    p = NULL;
  gho_tsan_ignore_end ();
  return checked (p, bytes);
}

void *
gho_zalloc_aligned (size_t align, size_t bytes)
{
  void *p = gho_aligned_alloc (align, bytes);
  gho_tsan_ignore_begin ();
  memset (p, 0, bytes);
  gho_tsan_ignore_end ();
  return p;
}

void *
gho_zalloc_lines (size_t bytes)
{
  return gho_zalloc_aligned (GHO_LINE, bytes);
}

void *
gho_realloc (void *old, size_t bytes)
{
  gho_tsan_ignore_begin ();
  void *p = realloc (old, bytes ? bytes : 1);
  gho_tsan_ignore_end ();
  return checked (p, bytes);
}

void
gho_free (void *p)
{
  gho_tsan_ignore_begin ();
  free (p);
  gho_tsan_ignore_end ();
}
