/* A detached OS thread, for both back ends. */
#ifndef GHO_PLAIN_THREAD_H
#define GHO_PLAIN_THREAD_H

#include <stddef.h>

/* As gho_backend_thread_create. */
int gho_plain_thread_create (void (*run) (void *), void *argument, int index, size_t stack_bytes);

#endif
