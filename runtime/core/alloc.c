#include "core/alloc.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/atomic.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/park.h"
#include "core/thread.h"

struct gho_allocator {
  struct gho_alloc_traits traits; /* constant */
  _Atomic size_t x_used;          /* rlx: only the sum matters, it guards no other data */
};

/* In front of every block, so that freeing needs no allocator.  Its owner is the block's owner. */
struct header {
  void *base;                  /* what malloc or mmap returned */
  size_t size;                 /* asked for */
  size_t total;                /* bytes at base: counted in the pool */
  uintptr_t allocator;         /* it came from; resizing uses it */
  struct gho_allocator *pool;  /* charged; NULL: none */
  bool pinned;
};

#define HEADER ((sizeof (struct header) + 15) & ~(size_t) 15)
#define MIN_ALIGNMENT 16u

uintptr_t
gho_allocator_new (const struct gho_alloc_traits *traits)
{
  struct gho_allocator *allocator = malloc (sizeof *allocator);
  if (allocator == NULL)
    return 0;
  allocator->traits = *traits;
  gho_store_rlx (&allocator->x_used, 0);
  return (uintptr_t) allocator;
}

void
gho_allocator_delete (uintptr_t handle)
{
  if (handle > GHO_ALLOC_RESERVED)
    free ((struct gho_allocator *) handle);
}

static bool
pool_charge (struct gho_allocator *allocator, size_t bytes)
{
  size_t used = gho_load_rlx (&allocator->x_used);
  do
    if (bytes > allocator->traits.pool_size - used)
      return false;
  while (!gho_cas_rlx (&allocator->x_used, &used, used + bytes));
  return true;
}

static void
pool_return (struct gho_allocator *allocator, size_t bytes)
{
  atomic_fetch_sub_explicit (&allocator->x_used, bytes, memory_order_relaxed);
}

static void *
pages_pinned (size_t bytes)
{
  void *base = mmap (NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED)
    return NULL;
  if (mlock (base, bytes) != 0)
    {
      munmap (base, bytes);
      return NULL;
    }
  return base;
}

/* One attempt, without fallback. */
static void *
block_try (size_t alignment, size_t size, uintptr_t handle, bool zero)
{
  struct gho_allocator *allocator = handle > GHO_ALLOC_RESERVED ? (struct gho_allocator *) handle : NULL;
  bool pinned = handle == GHO_ALLOC_PINNED;
  if (allocator != NULL)
    {
      pinned = allocator->traits.pinned;
      if (allocator->traits.alignment > alignment)
        alignment = allocator->traits.alignment;
    }
  size_t extra = HEADER;
  if (alignment < MIN_ALIGNMENT)
    alignment = MIN_ALIGNMENT;
  else if (alignment > MIN_ALIGNMENT && __builtin_add_overflow (extra, alignment - MIN_ALIGNMENT, &extra))
    return NULL;
  size_t total;
  if (__builtin_add_overflow (size, extra, &total))
    return NULL;
  struct gho_allocator *pool
    = allocator != NULL && allocator->traits.pool_size != SIZE_MAX ? allocator : NULL;
  /* The bookkeeping is ours and not charged: a pool of n bytes serves n bytes. */
  if (pool != NULL && !pool_charge (pool, size))
    return NULL;
  void *base = pinned ? pages_pinned (total) : zero ? calloc (1, total) : malloc (total);
  if (base == NULL)
    {
      if (pool != NULL)
        pool_return (pool, size);
      return NULL;
    }
  uintptr_t address = ((uintptr_t) base + HEADER + alignment - 1) & ~(uintptr_t) (alignment - 1);
  struct header *header = (struct header *) (address - HEADER);
  *header = (struct header) { .base = base, .size = size, .total = total, .allocator = handle,
                              .pool = pool, .pinned = pinned };
  return (void *) address;
}

static uintptr_t
resolve (uintptr_t allocator)
{
  if (allocator == GHO_ALLOC_NULL)
    allocator = gho_icv (gho_self ())->def_allocator;
  return allocator == GHO_ALLOC_NULL ? GHO_ALLOC_DEFAULT : allocator;
}

void *
gho_alloc_block (size_t alignment, size_t size, uintptr_t allocator, bool zero)
{
  if (size == 0)
    return NULL;
  if (alignment != 0 && (alignment & (alignment - 1)) != 0)
    { /* not a power of two: the next one */
      if (alignment > SIZE_MAX / 2)
        return NULL;
      alignment = (size_t) 1 << (sizeof (long) * 8 - (unsigned) __builtin_clzl (alignment));
    }
  allocator = resolve (allocator);
  for (;;)
    {
      void *block = block_try (alignment, size, allocator, zero);
      if (block != NULL)
        return block;
      if (allocator <= GHO_ALLOC_RESERVED)
        {
          if (allocator == GHO_ALLOC_DEFAULT || allocator == GHO_ALLOC_PINNED)
            return NULL;
          allocator = GHO_ALLOC_DEFAULT;
          continue;
        }
      const struct gho_alloc_traits *traits = &((struct gho_allocator *) allocator)->traits;
      switch (traits->fallback)
        {
        case GHO_FB_NULL:
          return NULL;
        case GHO_FB_ABORT:
          gho_fatal ("Out of memory allocating %zu bytes", size);
        case GHO_FB_ALLOCATOR:
          if (traits->fb_data == GHO_ALLOC_NULL)
            return NULL;
          allocator = traits->fb_data;
          break;
        case GHO_FB_DEFAULT:
          /* the trait's alignment stays a promise */
          if (traits->alignment > alignment)
            alignment = traits->alignment;
          allocator = GHO_ALLOC_DEFAULT;
          break;
        }
    }
}

void *
gho_alloc_array (size_t alignment, size_t count, size_t size, uintptr_t allocator)
{
  size_t bytes;
  if (!__builtin_mul_overflow (count, size, &bytes))
    return gho_alloc_block (alignment, bytes, allocator, true);
  allocator = resolve (allocator);
  if (allocator > GHO_ALLOC_RESERVED
      && ((struct gho_allocator *) allocator)->traits.fallback == GHO_FB_ABORT)
    gho_fatal ("Out of memory allocating %zu * %zu bytes", count, size);
  return NULL;
}

void
gho_alloc_release (void *block)
{
  if (block == NULL)
    return;
  struct header header = *(struct header *) ((char *) block - HEADER);
  if (header.pool != NULL)
    pool_return (header.pool, header.size);
  if (header.pinned)
    munmap (header.base, header.total);
  else
    free (header.base);
}

void *
gho_alloc_resize (void *block, size_t size, uintptr_t allocator)
{
  if (block == NULL)
    return gho_alloc_block (0, size, allocator, false);
  if (size == 0)
    {
      gho_alloc_release (block);
      return NULL;
    }
  const struct header *header = (const struct header *) ((char *) block - HEADER);
  /* The old block stays valid when this fails. */
  void *moved = gho_alloc_block (0, size, allocator != GHO_ALLOC_NULL ? allocator : header->allocator, false);
  if (moved != NULL)
    {
      memcpy (moved, block, size < header->size ? size : header->size);
      gho_alloc_release (block);
    }
  return moved;
}

/* A hash table with open addressing; removed entries are tombstones until the next growth. */
#define TOMBSTONE 1u
static struct gho_mutex registry_lock;
static uintptr_t *registry;      /* under registry_lock, as the next ones */
static size_t registry_size;     /* a power of two, or 0 */
static size_t registry_occupied; /* live entries and tombstones */

static size_t
registry_hash_locked (uintptr_t key)
{
  return (size_t) (((uint64_t) key >> 4) * 0x9e3779b97f4a7c15u >> 20) & (registry_size - 1);
}

static void
registry_insert_locked (uintptr_t key)
{
  size_t i = registry_hash_locked (key), reuse = SIZE_MAX;
  for (; registry[i] != 0; i = (i + 1) & (registry_size - 1))
    {
      if (registry[i] == key)
        return;
      if (registry[i] == TOMBSTONE && reuse == SIZE_MAX)
        reuse = i;
    }
  if (reuse == SIZE_MAX)
    {
      reuse = i;
      registry_occupied++;
    }
  registry[reuse] = key;
}

void
gho_alloc_remember (void *pointer)
{
  if (pointer == NULL)
    return;
  gho_mutex_lock (&registry_lock);
  if (registry_occupied * 2 >= registry_size)
    {
      uintptr_t *old = registry;
      size_t old_size = registry_size, live = 0;
      for (size_t i = 0; i < old_size; i++)
        live += old[i] > TOMBSTONE;
      registry_size = 64;
      while (registry_size < live * 4)
        registry_size *= 2;
      registry = gho_zalloc (registry_size * sizeof *registry);
      registry_occupied = 0;
      for (size_t i = 0; i < old_size; i++)
        if (old[i] > TOMBSTONE)
          registry_insert_locked (old[i]);
      gho_free (old);
    }
  registry_insert_locked ((uintptr_t) pointer);
  gho_mutex_unlock (&registry_lock);
}

bool
gho_alloc_forget (void *pointer)
{
  bool found = false;
  if (pointer == NULL)
    return false;
  gho_mutex_lock (&registry_lock);
  if (registry_size != 0)
    for (size_t i = registry_hash_locked ((uintptr_t) pointer); registry[i] != 0;
         i = (i + 1) & (registry_size - 1))
      if (registry[i] == (uintptr_t) pointer)
        {
          registry[i] = TOMBSTONE;
          found = true;
          break;
        }
  gho_mutex_unlock (&registry_lock);
  return found;
}
