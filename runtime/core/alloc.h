/* Memory allocators (OpenMP 5.2, chapter 6).  Handles: 0 none, small numbers predefined, anything
 * else the address of a struct gho_allocator. */
#ifndef GHO_ALLOC_H
#define GHO_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  GHO_ALLOC_NULL = 0,
  GHO_ALLOC_DEFAULT = 1,
  GHO_ALLOC_LAST = 8,     /* omp_thread_mem_alloc */
  GHO_ALLOC_PINNED = 200, /* GCC's predefined allocator for pinned memory */
  GHO_ALLOC_RESERVED = 1024
};

enum gho_fallback { GHO_FB_DEFAULT, GHO_FB_NULL, GHO_FB_ABORT, GHO_FB_ALLOCATOR };

struct gho_alloc_traits {
  size_t alignment; /* a power of two */
  size_t pool_size; /* SIZE_MAX: no limit */
  enum gho_fallback fallback;
  uintptr_t fb_data;
  bool pinned;
};

/* 0: no memory for it. */
uintptr_t gho_allocator_new (const struct gho_alloc_traits *traits);
void gho_allocator_delete (uintptr_t handle);

/* allocator 0: the current task's default.  NULL: no memory, size 0, or an overflow. */
void *gho_alloc_block (size_t alignment, size_t size, uintptr_t allocator, bool zero);
void *gho_alloc_array (size_t alignment, size_t count, size_t size, uintptr_t allocator);
/* allocator 0: the one that the block came from. */
void *gho_alloc_resize (void *block, size_t size, uintptr_t allocator);
void gho_alloc_release (void *block);

/* Blocks that Fortran allocatables got from an allocator: remembered until asked about once. */
void gho_alloc_remember (void *pointer);
bool gho_alloc_forget (void *pointer);

#endif
