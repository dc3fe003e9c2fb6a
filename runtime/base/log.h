/* Messages to the user: one line on stderr each. */
#ifndef GHO_LOG_H
#define GHO_LOG_H

#include <stdbool.h>

/* "ghcomp: " + the message + newline, in one write. */
void gho_warn (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
/* The same, then exit status 1. */
_Noreturn void gho_fatal (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
/* GHCOMP_VERBOSE=1: explain decisions. */
extern bool gho_verbose;
void gho_explain (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

#endif
