/* Entry points of device constructs, allocators and the error directive, as GCC calls them, and the
 * omp_* routines of these chapters that not every supported <omp.h> declares. */
#ifndef GHO_GOMP_ABI_TARGET_H
#define GHO_GOMP_ABI_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)

/* device: a device number, -1 the default device, -2 the host.  kinds: one byte or, in the _ext
 * forms, two bytes per mapped item. */
void GOMP_target (int device, void (*fn) (void *), const void *unused, size_t mapnum,
                  void **hostaddrs, size_t *sizes, unsigned char *kinds);
void GOMP_target_ext (int device, void (*fn) (void *), size_t mapnum, void **hostaddrs,
                      size_t *sizes, unsigned short *kinds, unsigned flags, void **depend,
                      void **args);
void GOMP_target_data (int device, const void *unused, size_t mapnum, void **hostaddrs,
                       size_t *sizes, unsigned char *kinds);
void GOMP_target_data_ext (int device, size_t mapnum, void **hostaddrs, size_t *sizes,
                           unsigned short *kinds);
void GOMP_target_end_data (void);
void GOMP_target_update (int device, const void *unused, size_t mapnum, void **hostaddrs,
                         size_t *sizes, unsigned char *kinds);
void GOMP_target_update_ext (int device, size_t mapnum, void **hostaddrs, size_t *sizes,
                             unsigned short *kinds, unsigned flags, void **depend);
void GOMP_target_enter_exit_data (int device, size_t mapnum, void **hostaddrs, size_t *sizes,
                                  unsigned short *kinds, unsigned flags, void **depend);
void GOMP_teams (unsigned num_teams, unsigned thread_limit);
bool GOMP_teams4 (unsigned num_teams_lower, unsigned num_teams_upper, unsigned thread_limit,
                  bool first);
void *GOMP_target_map_indirect_ptr (void *pointer);
void GOMP_offload_register (const void *host_table, int target_type, const void *target_data);
void GOMP_offload_register_ver (unsigned version, const void *host_table, int target_type,
                                const void *target_data);
void GOMP_offload_unregister (const void *host_table, int target_type, const void *target_data);
void GOMP_offload_unregister_ver (unsigned version, const void *host_table, int target_type,
                                  const void *target_data);
void GOMP_interop (int device, int ninit, void **init, const void *targetsync,
                   const void *prefer_type, int nuse, void **use, int ndestroy, void **destroy,
                   unsigned flags, void **depend);

void *GOMP_alloc (size_t alignment, size_t size, uintptr_t allocator);
void GOMP_free (void *pointer, uintptr_t allocator);
void GOMP_add_alloc (void *pointer);
bool GOMP_is_alloc (void *pointer);

/* length -1: message ends with a null byte. */
void GOMP_warning (const char *message, size_t length);
void GOMP_error (const char *message, size_t length);

int omp_target_is_accessible (const void *pointer, size_t size, int device);
void *omp_get_mapped_ptr (const void *pointer, int device);
void *omp_target_memset (void *pointer, int value, size_t count, int device);
const char *omp_get_uid_from_device (int device);
int omp_get_device_from_uid (const char *uid);

/* Fortran: character results come back through the first two arguments. */
void omp_get_uid_from_device_ (const char **result, size_t *length, const int32_t *device);
void omp_get_uid_from_device_8_ (const char **result, size_t *length, const int64_t *device);
int32_t omp_get_device_from_uid_ (const char *uid, size_t length);

#pragma GCC visibility pop

#endif
