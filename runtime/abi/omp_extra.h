/* Routines newer than the oldest supported compiler's omp.h, and the Fortran entry points.
 * A declaration that a newer omp.h repeats is the same one. Include after omp.h. */
#ifndef GHO_OMP_EXTRA_H
#define GHO_OMP_EXTRA_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)

extern int omp_in_explicit_task (void) __attribute__ ((__nothrow__));

/* gfortran: arguments by reference, lengths of strings by value at the end; default kinds are 4
 * bytes, and names with _8 are the versions for -fdefault-integer-8. */
extern void omp_set_num_threads_ (const int32_t *);
extern void omp_set_num_threads_8_ (const int64_t *);
extern int32_t omp_get_num_threads_ (void);
extern int32_t omp_get_max_threads_ (void);
extern int32_t omp_get_thread_num_ (void);
extern int32_t omp_get_num_procs_ (void);
extern int32_t omp_in_parallel_ (void);
extern void omp_set_dynamic_ (const int32_t *);
extern void omp_set_dynamic_8_ (const int64_t *);
extern int32_t omp_get_dynamic_ (void);
extern void omp_set_nested_ (const int32_t *);
extern void omp_set_nested_8_ (const int64_t *);
extern int32_t omp_get_nested_ (void);
extern double omp_get_wtime_ (void);
extern double omp_get_wtick_ (void);
extern void omp_set_schedule_ (const int32_t *, const int32_t *);
extern void omp_set_schedule_8_ (const int32_t *, const int64_t *);
extern void omp_get_schedule_ (int32_t *, int32_t *);
extern void omp_get_schedule_8_ (int32_t *, int64_t *);
extern int32_t omp_get_thread_limit_ (void);
extern void omp_set_max_active_levels_ (const int32_t *);
extern void omp_set_max_active_levels_8_ (const int64_t *);
extern int32_t omp_get_max_active_levels_ (void);
extern int32_t omp_get_supported_active_levels_ (void);
extern int32_t omp_get_level_ (void);
extern int32_t omp_get_ancestor_thread_num_ (const int32_t *);
extern int32_t omp_get_ancestor_thread_num_8_ (const int64_t *);
extern int32_t omp_get_team_size_ (const int32_t *);
extern int32_t omp_get_team_size_8_ (const int64_t *);
extern int32_t omp_get_active_level_ (void);
extern int32_t omp_in_final_ (void);
extern int32_t omp_in_explicit_task_ (void);
extern int32_t omp_get_cancellation_ (void);
extern int32_t omp_get_proc_bind_ (void);
extern int32_t omp_get_num_places_ (void);
extern int32_t omp_get_place_num_procs_ (const int32_t *);
extern int32_t omp_get_place_num_procs_8_ (const int64_t *);
extern void omp_get_place_proc_ids_ (const int32_t *, int32_t *);
extern void omp_get_place_proc_ids_8_ (const int64_t *, int64_t *);
extern int32_t omp_get_place_num_ (void);
extern int32_t omp_get_partition_num_places_ (void);
extern void omp_get_partition_place_nums_ (int32_t *);
extern void omp_get_partition_place_nums_8_ (int64_t *);
extern void omp_set_default_device_ (const int32_t *);
extern void omp_set_default_device_8_ (const int64_t *);
extern int32_t omp_get_default_device_ (void);
extern int32_t omp_get_num_devices_ (void);
extern int32_t omp_get_device_num_ (void);
extern int32_t omp_get_num_teams_ (void);
extern int32_t omp_get_team_num_ (void);
extern int32_t omp_is_initial_device_ (void);
extern int32_t omp_get_initial_device_ (void);
extern int32_t omp_get_max_task_priority_ (void);
extern void omp_set_num_teams_ (const int32_t *);
extern void omp_set_num_teams_8_ (const int64_t *);
extern int32_t omp_get_max_teams_ (void);
extern void omp_set_teams_thread_limit_ (const int32_t *);
extern void omp_set_teams_thread_limit_8_ (const int64_t *);
extern int32_t omp_get_teams_thread_limit_ (void);
extern void omp_set_affinity_format_ (const char *, size_t);
extern int32_t omp_get_affinity_format_ (char *, size_t);
extern void omp_display_affinity_ (const char *, size_t);
extern int32_t omp_capture_affinity_ (char *, const char *, size_t, size_t);
extern int32_t omp_pause_resource_ (const int32_t *, const int32_t *);
extern int32_t omp_pause_resource_all_ (const int32_t *);
extern void omp_display_env_ (const int32_t *);
extern void omp_display_env_8_ (const int64_t *);

#pragma GCC visibility pop

#endif
