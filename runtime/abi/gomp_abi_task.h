/* The entry points of tasks, as GCC calls them. */
#ifndef GHO_GOMP_ABI_TASK_H
#define GHO_GOMP_ABI_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)

void GOMP_task (void (*fn) (void *), void *data, void (*copy) (void *, void *), long arg_size,
                long arg_align, bool if_clause, unsigned flags, void **depend, int priority,
                void *detach);
void GOMP_taskwait (void);
void GOMP_taskwait_depend (void **depend);
void GOMP_taskwait_depend_nowait (void **depend);
void GOMP_taskyield (void);
void GOMP_taskgroup_start (void);
void GOMP_taskgroup_end (void);
void GOMP_taskloop (void (*fn) (void *), void *data, void (*copy) (void *, void *), long arg_size,
                    long arg_align, unsigned flags, unsigned long number, int priority, long start,
                    long end, long step);
void GOMP_taskloop_ull (void (*fn) (void *), void *data, void (*copy) (void *, void *),
                        long arg_size, long arg_align, unsigned flags, unsigned long number,
                        int priority, unsigned long long start, unsigned long long end,
                        unsigned long long step);
void GOMP_taskgroup_reduction_register (uintptr_t *data);
void GOMP_taskgroup_reduction_unregister (uintptr_t *data);
void GOMP_task_reduction_remap (size_t count, size_t originals, void **addresses);

#pragma GCC visibility pop

#endif
