/* The taskloop construct (OpenMP 5.2, 12.6). */
#ifndef GHO_TASKLOOP_H
#define GHO_TASKLOOP_H

#include <stdint.h>

#include "core/task.h"

/* trips logical iterations, first + i * step modulo 2^64; number: GHO_TASK_GRAINSIZE's or
 * num_tasks' value, 0 for none. */
void gho_taskloop (struct gho_thread *self, void (*fn) (void *), void *data,
                   void (*copy) (void *, void *), long arg_size, long arg_align, unsigned flags,
                   uint64_t number, int priority, uint64_t first, uint64_t step, uint64_t trips);

#endif
