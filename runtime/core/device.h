/* Device constructs in a process without devices (OpenMP 5.2, chapter 13): every region runs on
 * the host, which has device number 0 (the number of devices) or -1. */
#ifndef GHO_DEVICE_H
#define GHO_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gho_thread;

#define GHO_DEVICE_ICV (-1)  /* in a construct: default-device-var */
#define GHO_DEVICE_HOST (-2) /* in a construct: the host, whatever the environment says */
#define GHO_DEVICE_INVALID (-4)

/* The items of a target construct. kinds: as GCC's GOMP_target_ext has them, or NULL: plain
 * addresses. */
struct gho_device_map {
  size_t count;
  void **addresses;
  const size_t *sizes;
  const unsigned short *kinds;
};

/* A construct asks for this device: ends the program where OMP_TARGET_OFFLOAD forbids the host. */
void gho_device_check (struct gho_thread *self, int device);

/* Run a target region: thread_limit 0: none.  deferred: as a task with these dependences. */
void gho_device_run (struct gho_thread *self, void (*fn) (void *), const struct gho_device_map *map,
                     int thread_limit, bool deferred, void **depend);

/* A data construct moves nothing, but waits as its dependences say. */
void gho_device_data (struct gho_thread *self, bool nowait, void **depend);

/* The league inside a target region. True: run the body for the team that is set now. */
bool gho_device_team (struct gho_thread *self, unsigned num_teams, unsigned thread_limit, bool first);

/* True: a routine may use this device number for the host. */
bool gho_device_is_host (int device);

/* Copy a box of volume[i] elements per dimension (omp_target_memcpy_rect). False: an argument is
 * wrong. */
bool gho_device_copy_rect (void *dst, const void *src, size_t element, int dims,
                           const size_t *volume, const size_t *dst_offsets,
                           const size_t *src_offsets, const size_t *dst_sizes,
                           const size_t *src_sizes);

/* False: the number of bytes up to the box's end overflows. */
bool gho_device_rect_fits (size_t element, int dims, const size_t *volume, const size_t *offsets,
                           const size_t *sizes);

#endif
