/* Dependences between the children of one task (OpenMP 5.2, 15.9.5). */
#ifndef GHO_DEPEND_H
#define GHO_DEPEND_H

#include <stdbool.h>
#include <stdint.h>

struct gho_task;
struct gho_thread;
struct gho_depend_table;
struct gho_depend_node;

/* Enter a task with the compiler's depend array. task NULL: nothing is entered, the node is only
 * waited for. waiter: when the node becomes ready that thread is woken, else (waiter NULL) *ready
 * tells whether it is ready now; if not, gho_depend_finish of a predecessor hands the task out. */
struct gho_depend_node *gho_depend_add (struct gho_task *parent, struct gho_task *task, void **depend,
                                        struct gho_thread *waiter, bool *ready);

/* Of a node with a waiter; acquire. Argument void * for gho_task_wait_until. */
bool gho_depend_ready (void *node);

/* For the thread sanitizer: the calling thread goes on after what the node depends on. */
void gho_depend_begin (struct gho_depend_node *node);

/* A node without a task was waited for: let go of it. */
void gho_depend_forget (struct gho_depend_node *node);

/* The node's task is complete. Returns the tasks that became ready, linked by next. */
struct gho_task *gho_depend_finish (struct gho_depend_node *node);

/* Tasks entered and not complete. */
uint32_t gho_depend_live (struct gho_depend_table *table);

/* All children are complete: forget the addresses. */
void gho_depend_reset (struct gho_depend_table *table);

/* The parent enters no more: the table goes when the last task is complete. */
void gho_depend_orphan (struct gho_depend_table *table);

#endif
