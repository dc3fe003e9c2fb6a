#pragma GCC visibility push(default)
#include <omp.h>
#pragma GCC visibility pop

#include "core/alloc.h"
#include "core/thread.h"

_Static_assert (sizeof (omp_allocator_handle_t) == sizeof (uintptr_t), "handles are addresses");

#pragma GCC visibility push(default)
void omp_set_default_allocator_ (const uintptr_t *allocator);
uintptr_t omp_get_default_allocator_ (void);
void omp_destroy_allocator_ (const uintptr_t *allocator);
uintptr_t omp_init_allocator_ (const uintptr_t *space, const int32_t *ntraits,
                               const omp_alloctrait_t *traits);
uintptr_t omp_init_allocator_8_ (const uintptr_t *space, const int64_t *ntraits,
                                 const omp_alloctrait_t *traits);
#pragma GCC visibility pop

#define IS_DEFAULT(value) ((omp_uintptr_t) (value) == (omp_uintptr_t) omp_atv_default)

/* Memory spaces of OpenMP are 0 to 4; newer compilers have one of their own at 200. */
static bool
space_known (uintptr_t space)
{
  return space <= 4 || space == 200;
}

/* False: a key or value that does not exist. */
static bool
read_trait (struct gho_alloc_traits *traits, const omp_alloctrait_t *trait)
{
  omp_uintptr_t value = trait->value;
  switch ((int) trait->key)
    {
    case omp_atk_sync_hint:
      return IS_DEFAULT (value) || (value >= omp_atv_contended && value <= omp_atv_private);
    case omp_atk_alignment:
      if (IS_DEFAULT (value))
        {
          traits->alignment = 1;
          return true;
        }
      if (value == 0 || (value & (value - 1)) != 0)
        return false;
      traits->alignment = value;
      return true;
    case omp_atk_access:
      return IS_DEFAULT (value) || (value >= omp_atv_all && value <= omp_atv_cgroup);
    case omp_atk_pool_size:
      traits->pool_size = IS_DEFAULT (value) ? SIZE_MAX : value;
      return true;
    case omp_atk_fallback:
      if (IS_DEFAULT (value) || value == omp_atv_default_mem_fb)
        traits->fallback = GHO_FB_DEFAULT;
      else if (value == omp_atv_null_fb)
        traits->fallback = GHO_FB_NULL;
      else if (value == omp_atv_abort_fb)
        traits->fallback = GHO_FB_ABORT;
      else if (value == omp_atv_allocator_fb)
        traits->fallback = GHO_FB_ALLOCATOR;
      else
        return false;
      return true;
    case omp_atk_fb_data:
      traits->fb_data = value;
      return true;
    case omp_atk_pinned:
      traits->pinned = value == omp_atv_true;
      return IS_DEFAULT (value) || value == omp_atv_false || value == omp_atv_true;
    case omp_atk_partition:
      return IS_DEFAULT (value) || (value >= omp_atv_environment && value <= omp_atv_interleaved);
    default:
      return false;
    }
}

static uintptr_t
allocator_init (uintptr_t space, int64_t ntraits, const omp_alloctrait_t *list)
{
  struct gho_alloc_traits traits = { .alignment = 1, .pool_size = SIZE_MAX };
  if (!space_known (space))
    return GHO_ALLOC_NULL;
  for (int64_t i = 0; i < ntraits; i++)
    if (!read_trait (&traits, &list[i]))
      return GHO_ALLOC_NULL;
  return gho_allocator_new (&traits);
}

omp_allocator_handle_t
omp_init_allocator (omp_memspace_handle_t space, int ntraits, const omp_alloctrait_t traits[])
{
  return (omp_allocator_handle_t) allocator_init (space, ntraits, traits);
}

uintptr_t
omp_init_allocator_ (const uintptr_t *space, const int32_t *ntraits, const omp_alloctrait_t *traits)
{
  return allocator_init (*space, *ntraits, traits);
}

uintptr_t
omp_init_allocator_8_ (const uintptr_t *space, const int64_t *ntraits,
                       const omp_alloctrait_t *traits)
{
  return allocator_init (*space, *ntraits, traits);
}

void
omp_destroy_allocator (omp_allocator_handle_t allocator)
{
  gho_allocator_delete (allocator);
}

void
omp_destroy_allocator_ (const uintptr_t *allocator)
{
  gho_allocator_delete (*allocator);
}

static void
set_default (uintptr_t allocator)
{
  gho_icv_own (gho_self ())->def_allocator
    = allocator == GHO_ALLOC_NULL ? (uintptr_t) GHO_ALLOC_DEFAULT : allocator;
}

static uintptr_t
get_default (void)
{
  uintptr_t allocator = gho_icv (gho_self ())->def_allocator;
  return allocator == GHO_ALLOC_NULL ? (uintptr_t) GHO_ALLOC_DEFAULT : allocator;
}

void
omp_set_default_allocator (omp_allocator_handle_t allocator)
{
  set_default (allocator);
}

void
omp_set_default_allocator_ (const uintptr_t *allocator)
{
  set_default (*allocator);
}

omp_allocator_handle_t
omp_get_default_allocator (void)
{
  return (omp_allocator_handle_t) get_default ();
}

uintptr_t
omp_get_default_allocator_ (void)
{
  return get_default ();
}

void *
omp_alloc (size_t size, omp_allocator_handle_t allocator)
{
  return gho_alloc_block (0, size, allocator, false);
}

void *
omp_aligned_alloc (size_t alignment, size_t size, omp_allocator_handle_t allocator)
{
  return gho_alloc_block (alignment, size, allocator, false);
}

void *
omp_calloc (size_t count, size_t size, omp_allocator_handle_t allocator)
{
  return gho_alloc_array (0, count, size, allocator);
}

void *
omp_aligned_calloc (size_t alignment, size_t count, size_t size, omp_allocator_handle_t allocator)
{
  return gho_alloc_array (alignment, count, size, allocator);
}

void *
omp_realloc (void *block, size_t size, omp_allocator_handle_t allocator,
             omp_allocator_handle_t free_allocator)
{
  (void) free_allocator;
  return gho_alloc_resize (block, size, allocator);
}

void
omp_free (void *block, omp_allocator_handle_t allocator)
{
  (void) allocator;
  gho_alloc_release (block);
}
