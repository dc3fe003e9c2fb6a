/* Every GOMP_* entry point of the host constructs, as GCC calls them.  The compiler checks each
 * definition against its prototype here.  Tasks: gomp_abi_task.h; devices: gomp_abi_target.h. */
#ifndef GHO_GOMP_ABI_H
#define GHO_GOMP_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)

typedef unsigned long long gho_ull;
typedef void (*gho_body) (void *);

void GOMP_parallel (gho_body fn, void *data, unsigned num_threads, unsigned flags);
void GOMP_parallel_start (gho_body fn, void *data, unsigned num_threads);
void GOMP_parallel_end (void);
unsigned GOMP_parallel_reductions (gho_body fn, void *data, unsigned num_threads, unsigned flags);
void GOMP_teams_reg (gho_body fn, void *data, unsigned num_teams, unsigned thread_limit, unsigned flags);

void GOMP_barrier (void);
bool GOMP_barrier_cancel (void);
bool GOMP_cancel (int which, bool do_cancel);
bool GOMP_cancellation_point (int which);
void GOMP_critical_start (void);
void GOMP_critical_end (void);
void GOMP_critical_name_start (void **name);
void GOMP_critical_name_end (void **name);
void GOMP_atomic_start (void);
void GOMP_atomic_end (void);
bool GOMP_single_start (void);
void *GOMP_single_copy_start (void);
void GOMP_single_copy_end (void *data);
void GOMP_scope_start (uintptr_t *reductions);
void GOMP_ordered_start (void);
void GOMP_ordered_end (void);
void GOMP_workshare_task_reduction_unregister (bool cancelled);

unsigned GOMP_sections_start (unsigned count);
unsigned GOMP_sections2_start (unsigned count, uintptr_t *reductions, void **mem);
unsigned GOMP_sections_next (void);
void GOMP_sections_end (void);
bool GOMP_sections_end_cancel (void);
void GOMP_sections_end_nowait (void);
void GOMP_parallel_sections_start (gho_body fn, void *data, unsigned num_threads, unsigned count);
void GOMP_parallel_sections (gho_body fn, void *data, unsigned num_threads, unsigned count,
                             unsigned flags);

void GOMP_loop_end (void);
bool GOMP_loop_end_cancel (void);
void GOMP_loop_end_nowait (void);

#define GHO_LOOP(kind)                                                                            \
  bool GOMP_loop_##kind##_start (long start, long end, long incr, long chunk, long *istart,       \
                                 long *iend);                                                     \
  bool GOMP_loop_##kind##_next (long *istart, long *iend);                                        \
  bool GOMP_loop_ull_##kind##_start (bool up, gho_ull start, gho_ull end, gho_ull incr,           \
                                     gho_ull chunk, gho_ull *istart, gho_ull *iend);              \
  bool GOMP_loop_ull_##kind##_next (gho_ull *istart, gho_ull *iend);
#define GHO_LOOP_RUNTIME(kind)                                                                    \
  bool GOMP_loop_##kind##_start (long start, long end, long incr, long *istart, long *iend);      \
  bool GOMP_loop_##kind##_next (long *istart, long *iend);                                        \
  bool GOMP_loop_ull_##kind##_start (bool up, gho_ull start, gho_ull end, gho_ull incr,           \
                                     gho_ull *istart, gho_ull *iend);                             \
  bool GOMP_loop_ull_##kind##_next (gho_ull *istart, gho_ull *iend);
GHO_LOOP (static)
GHO_LOOP (dynamic)
GHO_LOOP (guided)
GHO_LOOP (nonmonotonic_dynamic)
GHO_LOOP (nonmonotonic_guided)
GHO_LOOP (ordered_static)
GHO_LOOP (ordered_dynamic)
GHO_LOOP (ordered_guided)
GHO_LOOP_RUNTIME (runtime)
GHO_LOOP_RUNTIME (nonmonotonic_runtime)
GHO_LOOP_RUNTIME (maybe_nonmonotonic_runtime)
GHO_LOOP_RUNTIME (ordered_runtime)

bool GOMP_loop_start (long start, long end, long incr, long sched, long chunk, long *istart,
                      long *iend, uintptr_t *reductions, void **mem);
bool GOMP_loop_ordered_start (long start, long end, long incr, long sched, long chunk, long *istart,
                              long *iend, uintptr_t *reductions, void **mem);
bool GOMP_loop_doacross_start (unsigned ncounts, long *counts, long sched, long chunk, long *istart,
                               long *iend, uintptr_t *reductions, void **mem);
bool GOMP_loop_doacross_static_start (unsigned ncounts, long *counts, long chunk, long *istart,
                                      long *iend);
bool GOMP_loop_doacross_dynamic_start (unsigned ncounts, long *counts, long chunk, long *istart,
                                       long *iend);
bool GOMP_loop_doacross_guided_start (unsigned ncounts, long *counts, long chunk, long *istart,
                                      long *iend);
bool GOMP_loop_doacross_runtime_start (unsigned ncounts, long *counts, long *istart, long *iend);
bool GOMP_loop_ull_start (bool up, gho_ull start, gho_ull end, gho_ull incr, long sched,
                          gho_ull chunk, gho_ull *istart, gho_ull *iend, uintptr_t *reductions,
                          void **mem);
bool GOMP_loop_ull_ordered_start (bool up, gho_ull start, gho_ull end, gho_ull incr, long sched,
                                  gho_ull chunk, gho_ull *istart, gho_ull *iend,
                                  uintptr_t *reductions, void **mem);
bool GOMP_loop_ull_doacross_start (unsigned ncounts, gho_ull *counts, long sched, gho_ull chunk,
                                   gho_ull *istart, gho_ull *iend, uintptr_t *reductions,
                                   void **mem);
bool GOMP_loop_ull_doacross_static_start (unsigned ncounts, gho_ull *counts, gho_ull chunk,
                                          gho_ull *istart, gho_ull *iend);
bool GOMP_loop_ull_doacross_dynamic_start (unsigned ncounts, gho_ull *counts, gho_ull chunk,
                                           gho_ull *istart, gho_ull *iend);
bool GOMP_loop_ull_doacross_guided_start (unsigned ncounts, gho_ull *counts, gho_ull chunk,
                                          gho_ull *istart, gho_ull *iend);
bool GOMP_loop_ull_doacross_runtime_start (unsigned ncounts, gho_ull *counts, gho_ull *istart,
                                           gho_ull *iend);
void GOMP_doacross_post (long *counts);
void GOMP_doacross_wait (long first, ...);
void GOMP_doacross_ull_post (gho_ull *counts);
void GOMP_doacross_ull_wait (gho_ull first, ...);

#define GHO_PARALLEL_LOOP(kind)                                                                   \
  void GOMP_parallel_loop_##kind (gho_body fn, void *data, unsigned num_threads, long start,      \
                                  long end, long incr, long chunk, unsigned flags);
#define GHO_PARALLEL_LOOP_START(kind)                                                             \
  void GOMP_parallel_loop_##kind##_start (gho_body fn, void *data, unsigned num_threads,          \
                                          long start, long end, long incr, long chunk);
#define GHO_PARALLEL_LOOP_RUNTIME(kind)                                                           \
  void GOMP_parallel_loop_##kind (gho_body fn, void *data, unsigned num_threads, long start,      \
                                  long end, long incr, unsigned flags);
GHO_PARALLEL_LOOP (static)
GHO_PARALLEL_LOOP (dynamic)
GHO_PARALLEL_LOOP (guided)
GHO_PARALLEL_LOOP (nonmonotonic_dynamic)
GHO_PARALLEL_LOOP (nonmonotonic_guided)
GHO_PARALLEL_LOOP_START (static)
GHO_PARALLEL_LOOP_START (dynamic)
GHO_PARALLEL_LOOP_START (guided)
GHO_PARALLEL_LOOP_RUNTIME (runtime)
GHO_PARALLEL_LOOP_RUNTIME (nonmonotonic_runtime)
GHO_PARALLEL_LOOP_RUNTIME (maybe_nonmonotonic_runtime)
void GOMP_parallel_loop_runtime_start (gho_body fn, void *data, unsigned num_threads, long start,
                                       long end, long incr);

#pragma GCC visibility pop

#endif
