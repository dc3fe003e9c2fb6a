/* Between env.c and env_display.c. */
#ifndef GHO_ENV_H
#define GHO_ENV_H

#include "core/icv.h"

/* The name of a predefined allocator, else NULL. */
const char *gho_env_allocator_name (uintptr_t handle);

#endif
