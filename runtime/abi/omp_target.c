/* Device memory routines (OpenMP 5.2, 18.8): the host is the only device. */
#pragma GCC visibility push(default)
#include <omp.h>
#pragma GCC visibility pop

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "abi/gomp_abi_target.h"
#include "base/mem.h"
#include "core/device.h"
#include "core/task.h"
#include "core/thread.h"

#pragma GCC visibility push(default)
int omp_target_memcpy_async (void *dst, const void *src, size_t length, size_t dst_offset,
                             size_t src_offset, int dst_device, int src_device, int ndepobjs,
                             omp_depend_t *depobjs);
int omp_target_memcpy_rect_async (void *dst, const void *src, size_t element, int dims,
                                  const size_t *volume, const size_t *dst_offsets,
                                  const size_t *src_offsets, const size_t *dst_sizes,
                                  const size_t *src_sizes, int dst_device, int src_device,
                                  int ndepobjs, omp_depend_t *depobjs);
void *omp_target_memset_async (void *pointer, int value, size_t count, int device, int ndepobjs,
                               omp_depend_t *depobjs);
#pragma GCC visibility pop

/* Defer fn on a copy of data until the depend objects allow it. */
static void
defer (void (*fn) (void *), void *data, size_t bytes, int ndepobjs, omp_depend_t *depobjs)
{
  if (ndepobjs <= 0)
    {
      gho_task_create (fn, data, NULL, (long) bytes, (long) sizeof (void *), true, 0, NULL, 0, NULL);
      return;
    }
  /* As GCC lays out a depend clause with objects: 0, all, out, mutexinoutset, in, the items. */
  size_t count = (size_t) ndepobjs;
  void **depend = gho_zalloc ((5 + count) * sizeof *depend);
  depend[1] = (void *) count;
  for (size_t i = 0; i < count; i++)
    depend[5 + i] = &depobjs[i];
  gho_task_create (fn, data, NULL, (long) bytes, (long) sizeof (void *), true, GHO_TASK_DEPEND, depend, 0,
                   NULL);
  gho_free (depend);
}

void *
omp_target_alloc (size_t size, int device)
{
  return gho_device_is_host (device) ? malloc (size) : NULL;
}

void
omp_target_free (void *pointer, int device)
{
  if (gho_device_is_host (device))
    free (pointer);
}

int
omp_target_is_present (const void *pointer, int device)
{
  return pointer == NULL || gho_device_is_host (device);
}

int
omp_target_is_accessible (const void *pointer, size_t size, int device)
{
  (void) pointer, (void) size;
  return gho_device_is_host (device);
}

void *
omp_get_mapped_ptr (const void *pointer, int device)
{
  return gho_device_is_host (device) ? (void *) pointer : NULL;
}

/* The host's memory cannot be associated with anything. */
int
omp_target_associate_ptr (const void *host, const void *target, size_t size, size_t offset,
                          int device)
{
  (void) host, (void) target, (void) size, (void) offset, (void) device;
  return EINVAL;
}

int
omp_target_disassociate_ptr (const void *pointer, int device)
{
  (void) pointer, (void) device;
  return EINVAL;
}

struct copy {
  void *dst;
  const void *src;
  size_t length;
};

static void
copy_run (void *data)
{
  const struct copy *copy = data;
  memcpy (copy->dst, copy->src, copy->length);
}

int
omp_target_memcpy (void *dst, const void *src, size_t length, size_t dst_offset, size_t src_offset,
                   int dst_device, int src_device)
{
  if (!gho_device_is_host (dst_device) || !gho_device_is_host (src_device))
    return EINVAL;
  if (length != 0)
    memcpy ((char *) dst + dst_offset, (const char *) src + src_offset, length);
  return 0;
}

int
omp_target_memcpy_async (void *dst, const void *src, size_t length, size_t dst_offset,
                         size_t src_offset, int dst_device, int src_device, int ndepobjs,
                         omp_depend_t *depobjs)
{
  if (!gho_device_is_host (dst_device) || !gho_device_is_host (src_device))
    return EINVAL;
  struct copy copy = { (char *) dst + dst_offset, (const char *) src + src_offset, length };
  defer (copy_run, &copy, sizeof copy, ndepobjs, depobjs);
  return 0;
}

/* dst and src NULL: a question for the number of dimensions that are supported. */
static bool
rect_asks (const void *dst, const void *src)
{
  return dst == NULL && src == NULL;
}

int
omp_target_memcpy_rect (void *dst, const void *src, size_t element, int dims, const size_t *volume,
                        const size_t *dst_offsets, const size_t *src_offsets,
                        const size_t *dst_sizes, const size_t *src_sizes, int dst_device,
                        int src_device)
{
  if (rect_asks (dst, src))
    return INT_MAX;
  if (!gho_device_is_host (dst_device) || !gho_device_is_host (src_device)
      || !gho_device_copy_rect (dst, src, element, dims, volume, dst_offsets, src_offsets,
                                dst_sizes, src_sizes))
    return EINVAL;
  return 0;
}

/* Followed by five arrays of dims numbers: the caller may reuse its own. */
struct rect {
  void *dst;
  const void *src;
  size_t element;
  int dims;
};

static void
rect_run (void *data)
{
  const struct rect *rect = data;
  const size_t *numbers = (const size_t *) (rect + 1);
  int dims = rect->dims;
  (void) gho_device_copy_rect (rect->dst, rect->src, rect->element, dims, numbers, numbers + dims,
                               numbers + 2 * dims, numbers + 3 * dims, numbers + 4 * dims);
}

int
omp_target_memcpy_rect_async (void *dst, const void *src, size_t element, int dims,
                              const size_t *volume, const size_t *dst_offsets,
                              const size_t *src_offsets, const size_t *dst_sizes,
                              const size_t *src_sizes, int dst_device, int src_device,
                              int ndepobjs, omp_depend_t *depobjs)
{
  if (rect_asks (dst, src))
    return INT_MAX;
  if (!gho_device_is_host (dst_device) || !gho_device_is_host (src_device) || dims < 1
      || !gho_device_rect_fits (element, dims, volume, dst_offsets, dst_sizes)
      || !gho_device_rect_fits (element, dims, volume, src_offsets, src_sizes))
    return EINVAL;
  const size_t *const lists[] = { volume, dst_offsets, src_offsets, dst_sizes, src_sizes };
  size_t count = (size_t) dims;
  size_t bytes = sizeof (struct rect) + 5 * count * sizeof (size_t);
  struct rect *rect = gho_alloc (bytes);
  *rect = (struct rect) { dst, src, element, dims };
  for (size_t i = 0; i < 5; i++)
    memcpy ((size_t *) (rect + 1) + i * count, lists[i], count * sizeof (size_t));
  defer (rect_run, rect, bytes, ndepobjs, depobjs);
  gho_free (rect);
  return 0;
}

void *
omp_target_memset (void *pointer, int value, size_t count, int device)
{
  if (gho_device_is_host (device) && count != 0)
    memset (pointer, value, count);
  return pointer;
}

struct fill {
  void *pointer;
  size_t count;
  int value;
};

static void
fill_run (void *data)
{
  const struct fill *fill = data;
  memset (fill->pointer, fill->value, fill->count);
}

void *
omp_target_memset_async (void *pointer, int value, size_t count, int device, int ndepobjs,
                         omp_depend_t *depobjs)
{
  if (gho_device_is_host (device))
    {
      struct fill fill = { pointer, count, value };
      defer (fill_run, &fill, sizeof fill, ndepobjs, depobjs);
    }
  return pointer;
}

static const char host_uid[] = "OMP_INITIAL_DEVICE";

const char *
omp_get_uid_from_device (int device)
{
  return gho_device_is_host (device) ? host_uid : NULL;
}

static void
uid_result (const char **result, size_t *length, int64_t device)
{
  *result = device == -1 || device == 0 ? host_uid : NULL;
  *length = *result != NULL ? sizeof host_uid - 1 : 0;
}

void
omp_get_uid_from_device_ (const char **result, size_t *length, const int32_t *device)
{
  uid_result (result, length, *device);
}

void
omp_get_uid_from_device_8_ (const char **result, size_t *length, const int64_t *device)
{
  uid_result (result, length, *device);
}

static int
device_of (const char *uid, size_t length)
{
  bool host = length == sizeof host_uid - 1 && memcmp (uid, host_uid, length) == 0;
  return host ? -1 : GHO_DEVICE_INVALID; /* -1: omp_initial_device */
}

int
omp_get_device_from_uid (const char *uid)
{
  return uid != NULL ? device_of (uid, strlen (uid)) : GHO_DEVICE_INVALID;
}

int32_t
omp_get_device_from_uid_ (const char *uid, size_t length)
{
  return device_of (uid, length);
}
