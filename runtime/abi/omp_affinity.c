/* omp_* routines of places and thread affinity (OpenMP 5.2, section 18.3). */
#pragma GCC visibility push(default)
#include <omp.h>
#pragma GCC visibility pop

#include <string.h>

#include "core/icv.h"
#include "core/places.h"
#include "core/thread.h"

omp_proc_bind_t
omp_get_proc_bind (void)
{
  const struct gho_thread *self = gho_tls_self;
  gho_env_init ();
  return (omp_proc_bind_t) (self != NULL ? gho_icv (self)->bind : gho_global.icv.bind);
}

int
omp_get_num_places (void)
{
  gho_env_init ();
  return gho_places_count ();
}

int
omp_get_place_num_procs (int place)
{
  gho_env_init ();
  return gho_place_num_procs (place);
}

void
omp_get_place_proc_ids (int place, int *ids)
{
  gho_env_init ();
  gho_place_procs (place, ids);
}

int
omp_get_place_num (void)
{
  gho_env_init ();
  if (gho_places_count () == 0)
    return -1;
  struct gho_thread *self = gho_self ();
  gho_place_ensure (self);
  return self->place;
}

int
omp_get_partition_num_places (void)
{
  gho_env_init ();
  return gho_places_count () == 0 ? 0 : gho_self ()->part_len;
}

void
omp_get_partition_place_nums (int *nums)
{
  gho_env_init ();
  if (gho_places_count () == 0)
    return;
  const struct gho_thread *self = gho_self ();
  for (int i = 0; i < self->part_len; i++)
    nums[i] = self->part_first + i;
}

void
omp_set_affinity_format (const char *format)
{
  gho_env_init ();
  gho_affinity_format_set (format, strlen (format));
}

size_t
omp_get_affinity_format (char *buffer, size_t size)
{
  gho_env_init ();
  return gho_affinity_format_get (buffer, size);
}

/* On stderr, as GCC's library does, like the lines of OMP_DISPLAY_AFFINITY. */
void
omp_display_affinity (const char *format)
{
  gho_affinity_display (format, true);
}

size_t
omp_capture_affinity (char *buffer, size_t size, const char *format)
{
  return gho_affinity_capture (buffer, size, format);
}
