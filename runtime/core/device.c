#include "core/device.h"

#include <limits.h>
#include <string.h>

#include "base/assert.h"
#include "base/log.h"
#include "base/mem.h"
#include "core/icv.h"
#include "core/teams.h"
#include "core/thread.h"

enum { KIND_FIRSTPRIVATE = 12 }; /* low byte of a kind; the high byte is log2 of the alignment */

bool
gho_device_is_host (int device)
{
  return device == -1 || device == 0;
}

void
gho_device_check (struct gho_thread *self, int device)
{
  if (device == GHO_DEVICE_INVALID)
    gho_fatal ("omp_invalid_device encountered");
  if (device == GHO_DEVICE_HOST)
    return;
  if (device == GHO_DEVICE_ICV)
    {
      device = gho_icv (self)->default_device;
      if (device == GHO_DEVICE_INVALID)
        gho_fatal ("OMP_TARGET_OFFLOAD is set to MANDATORY, but only the host device is available");
    }
  if (gho_global.target_offload == 1 && !gho_device_is_host (device))
    gho_fatal ("OMP_TARGET_OFFLOAD is set to MANDATORY, but device not found");
}

/* A target region with its own copies of what is firstprivate, in one block: this header, the
 * addresses, the offsets (0: no copy here), the copies.  Offsets instead of addresses let the
 * block be copied into a task record. */
struct region {
  void (*fn) (void *);
  size_t count;
  int thread_limit;
};

#define REGION_BYTES ((sizeof (struct region) + 15) & ~(size_t) 15)

static bool
is_copied (const struct gho_device_map *map, size_t i)
{
  return map->kinds != NULL && (map->kinds[i] & 0xff) == KIND_FIRSTPRIVATE;
}

static size_t
kind_alignment (const struct gho_device_map *map, size_t i)
{
  return (size_t) 1 << ((map->kinds[i] >> 8) & 63);
}

/* Where item i's copy goes when the block is used up to end; *end moves behind it. */
static size_t
region_place (const struct gho_device_map *map, size_t i, size_t *end)
{
  size_t alignment = kind_alignment (map, i);
  size_t offset = (*end + alignment - 1) & ~(alignment - 1);
  *end = offset + map->sizes[i];
  return offset;
}

static size_t
region_layout (const struct gho_device_map *map, size_t *alignment)
{
  size_t end = REGION_BYTES + map->count * (sizeof (void *) + sizeof (size_t));
  *alignment = 16;
  for (size_t i = 0; i < map->count; i++)
    if (is_copied (map, i))
      {
        region_place (map, i, &end);
        if (kind_alignment (map, i) > *alignment)
          *alignment = kind_alignment (map, i);
      }
  return end;
}

static void **
region_addresses (struct region *region)
{
  return (void **) ((char *) region + REGION_BYTES);
}

static size_t *
region_offsets (struct region *region)
{
  return (size_t *) (region_addresses (region) + region->count);
}

static void
region_fill (struct region *region, void (*fn) (void *), const struct gho_device_map *map,
             int thread_limit)
{
  *region = (struct region) { .fn = fn, .count = map->count, .thread_limit = thread_limit };
  void **addresses = region_addresses (region);
  size_t *offsets = region_offsets (region);
  size_t end = REGION_BYTES + map->count * (sizeof (void *) + sizeof (size_t));
  for (size_t i = 0; i < map->count; i++)
    {
      addresses[i] = map->addresses[i];
      offsets[i] = 0;
      if (is_copied (map, i))
        {
          offsets[i] = region_place (map, i, &end);
          if (map->sizes[i] != 0)
            memcpy ((char *) region + offsets[i], map->addresses[i], map->sizes[i]);
        }
    }
}

static void
run_initial (struct gho_thread *self, void (*fn) (void *), void *data, int thread_limit)
{
  uint32_t saved_teams = self->num_teams, saved_num = self->team_num;
  bool saved_in = self->in_teams;
  self->num_teams = 1;
  self->team_num = 0;
  self->in_teams = false;
  gho_team_run_initial (self, fn, data, thread_limit, self->team->job);
  self->num_teams = saved_teams;
  self->team_num = saved_num;
  self->in_teams = saved_in;
}

static void
region_run (void *data)
{
  struct region *region = data;
  void **addresses = region_addresses (region);
  const size_t *offsets = region_offsets (region);
  for (size_t i = 0; i < region->count; i++)
    if (offsets[i] != 0)
      addresses[i] = (char *) region + offsets[i];
  run_initial (gho_self (), region->fn, addresses, region->thread_limit);
}

void
gho_device_run (struct gho_thread *self, void (*fn) (void *), const struct gho_device_map *map,
                int thread_limit, bool deferred, void **depend)
{
  if (depend != NULL && !deferred)
    gho_taskwait_depend (self, depend, false);
  bool copies = false;
  for (size_t i = 0; i < map->count && !copies; i++)
    copies = is_copied (map, i);
  if (!copies && !deferred)
    {
      run_initial (self, fn, map->addresses, thread_limit);
      return;
    }
  size_t alignment, bytes = region_layout (map, &alignment);
  struct region *region = gho_aligned_alloc (alignment, bytes);
  region_fill (region, fn, map, thread_limit);
  if (deferred)
    gho_task_create (region_run, region, NULL, (long) bytes, (long) alignment, true,
                     depend != NULL ? GHO_TASK_DEPEND : 0, depend, 0, NULL);
  else
    region_run (region);
  gho_free (region);
}

static void
nothing (void *data)
{
  (void) data;
}

void
gho_device_data (struct gho_thread *self, bool nowait, void **depend)
{
  char unused = 0;
  if (depend == NULL)
    return;
  if (nowait)
    gho_task_create (nothing, &unused, NULL, 1, 1, true, GHO_TASK_DEPEND, depend, 0, NULL);
  else
    gho_taskwait_depend (self, depend, false);
}

bool
gho_device_team (struct gho_thread *self, unsigned num_teams, unsigned thread_limit, bool first)
{
  if (!first)
    {
      if (self->team_num + 1 >= self->num_teams)
        return false;
      self->team_num++;
      return true;
    }
  if (num_teams == 0)
    num_teams = gho_global.nteams > 0 ? (unsigned) gho_global.nteams : 1;
  if (thread_limit == 0 && gho_global.teams_thread_limit > 0)
    thread_limit = (unsigned) gho_global.teams_thread_limit;
  if (thread_limit != 0)
    gho_icv_own (self)->thread_limit = thread_limit > INT_MAX ? INT_MAX : (int32_t) thread_limit;
  self->num_teams = num_teams;
  self->team_num = 0;
  return true;
}

static void
copy_box (char *dst, const char *src, size_t element, int dims, const size_t *volume,
          const size_t *dst_offsets, const size_t *src_offsets, const size_t *dst_sizes,
          const size_t *src_sizes)
{
  if (dims == 1)
    {
      memcpy (dst + element * dst_offsets[0], src + element * src_offsets[0], element * volume[0]);
      return;
    }
  size_t dst_slice = element, src_slice = element;
  for (int i = 1; i < dims; i++)
    {
      dst_slice *= dst_sizes[i];
      src_slice *= src_sizes[i];
    }
  for (size_t i = 0; i < volume[0]; i++)
    copy_box (dst + (dst_offsets[0] + i) * dst_slice, src + (src_offsets[0] + i) * src_slice,
              element, dims - 1, volume + 1, dst_offsets + 1, src_offsets + 1, dst_sizes + 1,
              src_sizes + 1);
}

bool
gho_device_rect_fits (size_t element, int dims, const size_t *volume, const size_t *offsets,
                      const size_t *sizes)
{
  size_t bytes = element, end;
  for (int i = dims - 1; i >= 0; i--)
    if (__builtin_add_overflow (offsets[i], volume[i], &end)
        || __builtin_mul_overflow (end, bytes, &end)
        || __builtin_mul_overflow (bytes, sizes[i], &bytes))
      return false;
  return true;
}

bool
gho_device_copy_rect (void *dst, const void *src, size_t element, int dims, const size_t *volume,
                      const size_t *dst_offsets, const size_t *src_offsets,
                      const size_t *dst_sizes, const size_t *src_sizes)
{
  if (dims < 1 || !gho_device_rect_fits (element, dims, volume, dst_offsets, dst_sizes)
      || !gho_device_rect_fits (element, dims, volume, src_offsets, src_sizes))
    return false;
  for (int i = 0; i < dims; i++)
    if (volume[i] == 0)
      return true;
  copy_box (dst, src, element, dims, volume, dst_offsets, src_offsets, dst_sizes, src_sizes);
  return true;
}
