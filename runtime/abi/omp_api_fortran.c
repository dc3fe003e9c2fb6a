/* The Fortran entry points of omp_api.c and omp_affinity.c, as gfortran calls them. */
#pragma GCC visibility push(default)
#include <omp.h>
#pragma GCC visibility pop

#include <limits.h>
#include <string.h>

#include "abi/omp_extra.h"
#include "base/mem.h"
#include "core/icv.h"
#include "core/places.h"

/* An 8-byte argument that does not fit becomes the nearest int. */
static int
clamp (int64_t n)
{
  return n > INT_MAX ? INT_MAX : n < INT_MIN ? INT_MIN : (int) n;
}

#define GETTER(type, name)                                                                        \
  type name##_ (void)                                                                             \
  {                                                                                               \
    return (type) name ();                                                                        \
  }
#define SETTER(name)                                                                              \
  void name##_ (const int32_t *n)                                                                 \
  {                                                                                               \
    name (*n);                                                                                    \
  }                                                                                               \
  void name##_8_ (const int64_t *n)                                                               \
  {                                                                                               \
    name (clamp (*n));                                                                            \
  }
#define FLAG_SETTER(name)                                                                         \
  void name##_ (const int32_t *on)                                                                \
  {                                                                                               \
    name (*on != 0);                                                                              \
  }                                                                                               \
  void name##_8_ (const int64_t *on)                                                              \
  {                                                                                               \
    name (*on != 0);                                                                              \
  }
#define QUERY(name)                                                                               \
  int32_t name##_ (const int32_t *n)                                                              \
  {                                                                                               \
    return name (*n);                                                                             \
  }                                                                                               \
  int32_t name##_8_ (const int64_t *n)                                                            \
  {                                                                                               \
    return name (clamp (*n));                                                                     \
  }

SETTER (omp_set_num_threads)
SETTER (omp_set_max_active_levels)
SETTER (omp_set_default_device)
SETTER (omp_set_num_teams)
SETTER (omp_set_teams_thread_limit)
FLAG_SETTER (omp_set_dynamic)
FLAG_SETTER (omp_set_nested)
FLAG_SETTER (omp_display_env)
QUERY (omp_get_ancestor_thread_num)
QUERY (omp_get_team_size)
QUERY (omp_get_place_num_procs)
GETTER (int32_t, omp_get_num_threads)
GETTER (int32_t, omp_get_max_threads)
GETTER (int32_t, omp_get_thread_num)
GETTER (int32_t, omp_get_num_procs)
GETTER (int32_t, omp_in_parallel)
GETTER (int32_t, omp_get_dynamic)
GETTER (int32_t, omp_get_nested)
GETTER (double, omp_get_wtime)
GETTER (double, omp_get_wtick)
GETTER (int32_t, omp_get_thread_limit)
GETTER (int32_t, omp_get_max_active_levels)
GETTER (int32_t, omp_get_supported_active_levels)
GETTER (int32_t, omp_get_level)
GETTER (int32_t, omp_get_active_level)
GETTER (int32_t, omp_in_final)
GETTER (int32_t, omp_in_explicit_task)
GETTER (int32_t, omp_get_cancellation)
GETTER (int32_t, omp_get_proc_bind)
GETTER (int32_t, omp_get_num_places)
GETTER (int32_t, omp_get_place_num)
GETTER (int32_t, omp_get_partition_num_places)
GETTER (int32_t, omp_get_default_device)
GETTER (int32_t, omp_get_num_devices)
GETTER (int32_t, omp_get_device_num)
GETTER (int32_t, omp_get_num_teams)
GETTER (int32_t, omp_get_team_num)
GETTER (int32_t, omp_is_initial_device)
GETTER (int32_t, omp_get_initial_device)
GETTER (int32_t, omp_get_max_task_priority)
GETTER (int32_t, omp_get_max_teams)
GETTER (int32_t, omp_get_teams_thread_limit)

void
omp_set_schedule_ (const int32_t *kind, const int32_t *chunk)
{
  omp_set_schedule ((omp_sched_t) *kind, *chunk);
}

void
omp_set_schedule_8_ (const int32_t *kind, const int64_t *chunk)
{
  omp_set_schedule ((omp_sched_t) *kind, clamp (*chunk));
}

void
omp_get_schedule_ (int32_t *kind, int32_t *chunk)
{
  omp_sched_t now;
  int size;
  omp_get_schedule (&now, &size);
  *kind = (int32_t) ((uint32_t) now & ~GHO_SCHED_MONOTONIC); /* Fortran has no such modifier */
  *chunk = size;
}

void
omp_get_schedule_8_ (int32_t *kind, int64_t *chunk)
{
  int32_t size;
  omp_get_schedule_ (kind, &size);
  *chunk = size;
}

void
omp_get_place_proc_ids_ (const int32_t *place, int32_t *ids)
{
  omp_get_place_proc_ids (*place, ids);
}

void
omp_get_place_proc_ids_8_ (const int64_t *place, int64_t *ids)
{
  int n = omp_get_place_num_procs (clamp (*place));
  if (n <= 0)
    return;
  int *narrow = gho_alloc (sizeof *narrow * (size_t) n);
  omp_get_place_proc_ids (clamp (*place), narrow);
  for (int i = 0; i < n; i++)
    ids[i] = narrow[i];
  gho_free (narrow);
}

void
omp_get_partition_place_nums_ (int32_t *nums)
{
  omp_get_partition_place_nums (nums);
}

void
omp_get_partition_place_nums_8_ (int64_t *nums)
{
  int n = omp_get_partition_num_places ();
  if (n <= 0)
    return;
  int *narrow = gho_alloc (sizeof *narrow * (size_t) n);
  omp_get_partition_place_nums (narrow);
  for (int i = 0; i < n; i++)
    nums[i] = narrow[i];
  gho_free (narrow);
}

int32_t
omp_pause_resource_ (const int32_t *kind, const int32_t *device)
{
  return omp_pause_resource ((omp_pause_resource_t) *kind, *device);
}

int32_t
omp_pause_resource_all_ (const int32_t *kind)
{
  return omp_pause_resource_all ((omp_pause_resource_t) *kind);
}

/* ---- strings: blank-padded, without terminator; a format's trailing blanks count ---- */

static char *
c_string (const char *text, size_t length)
{
  char *copy = gho_alloc (length + 1);
  memcpy (copy, text, length);
  copy[length] = '\0';
  return copy;
}

/* text of length needed into the caller's variable of length size */
static int32_t
give (char *buffer, size_t size, const char *text, size_t needed)
{
  size_t n = needed < size ? needed : size;
  memcpy (buffer, text, n);
  memset (buffer + n, ' ', size - n);
  return clamp (needed > INT_MAX ? INT_MAX : (int64_t) needed);
}

void
omp_set_affinity_format_ (const char *format, size_t length)
{
  gho_env_init ();
  gho_affinity_format_set (format, length);
}

int32_t
omp_get_affinity_format_ (char *buffer, size_t size)
{
  char *text = gho_alloc (size + 1);
  size_t needed = omp_get_affinity_format (text, size + 1);
  int32_t result = give (buffer, size, text, needed);
  gho_free (text);
  return result;
}

void
omp_display_affinity_ (const char *format, size_t length)
{
  char *copy = c_string (format, length);
  omp_display_affinity (copy);
  gho_free (copy);
}

int32_t
omp_capture_affinity_ (char *buffer, const char *format, size_t size, size_t length)
{
  char *copy = c_string (format, length), *text = gho_alloc (size + 1);
  size_t needed = omp_capture_affinity (text, size + 1, copy);
  int32_t result = give (buffer, size, text, needed);
  gho_free (text);
  gho_free (copy);
  return result;
}
