/* Memory for the runtime itself. None of these returns NULL: no memory ends the program
 * with one line that says what was asked for (the ABI has no error path). */
#ifndef GHO_MEM_H
#define GHO_MEM_H

#include <stddef.h>

void *gho_alloc (size_t bytes);
void *gho_zalloc (size_t bytes);
/* Zeroed, aligned to GHO_LINE; free with gho_free. */
void *gho_zalloc_lines (size_t bytes);
void *gho_aligned_alloc (size_t align, size_t bytes);
void *gho_zalloc_aligned (size_t align, size_t bytes);
void *gho_realloc (void *old, size_t bytes);
void gho_free (void *p);

#endif
