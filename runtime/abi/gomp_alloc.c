#include "abi/gomp_abi_target.h"
#include "core/alloc.h"

void *
GOMP_alloc (size_t alignment, size_t size, uintptr_t allocator)
{
  return gho_alloc_block (alignment, size, allocator, false);
}

void
GOMP_free (void *pointer, uintptr_t allocator)
{
  (void) allocator;
  gho_alloc_release (pointer);
}

void
GOMP_add_alloc (void *pointer)
{
  gho_alloc_remember (pointer);
}

bool
GOMP_is_alloc (void *pointer)
{
  return gho_alloc_forget (pointer);
}
