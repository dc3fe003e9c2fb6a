/* Names of functions, for those who read what the runtime tells. */
#ifndef GHO_SYMBOL_H
#define GHO_SYMBOL_H

#include <stddef.h>

/* The function at this address as its file names it, static ones too where the file has its symbol table; else
 * the file and the offset in it. */
void gho_symbol_name (const void *address, char *text, size_t size);

#endif
