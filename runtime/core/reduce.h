/* Task reductions: memory for each thread's copies (OpenMP 5.2, 5.5.9). */
#ifndef GHO_REDUCE_H
#define GHO_REDUCE_H

#include <stddef.h>
#include <stdint.h>

struct gho_thread;
struct gho_team;
struct gho_reduction;

/* A descriptor, as the compiler lays it out in words: [0] variables, [1] bytes per thread, [2]
 * alignment, from registration on the memory, [3] all ones, [4] next descriptor, [5] ours, [6] end
 * of the memory, from [7] three words per variable: address, offset in a thread's part, ours. */

/* Allocate zeroed memory for nthreads threads and put outer at the end of the chain. */
void gho_reduce_register (uintptr_t *data, uintptr_t *outer, unsigned nthreads);
/* Free the memory of what was registered with data. */
void gho_reduce_unregister (uintptr_t *data);
/* Replace count addresses by the calling thread's copies; the original addresses of the first
 * originals go behind them. */
void gho_reduce_remap (struct gho_thread *self, size_t count, size_t originals, void **addresses);

/* parallel reduction(task, ...): gives the team a group; free it with gho_free. */
void gho_reduce_parallel (struct gho_team *team, uintptr_t *data);
/* A worksharing construct: every member comes with its own descriptor, the first one with first
 * NULL, the others with what the first call returned. leave undoes enter. */
struct gho_reduction *gho_reduce_enter (struct gho_thread *self, uintptr_t *data, struct gho_reduction *first);
void gho_reduce_leave (struct gho_thread *self);

#endif
