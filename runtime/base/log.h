/* Messages to the user: one line on stderr each. */
#ifndef GHO_LOG_H
#define GHO_LOG_H

#include <stddef.h>

/* "ghcomp: " + the message + newline, in one write. */
void gho_warn (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
/* The same, then exit status 1. */
_Noreturn void gho_fatal (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
/* Text with its line ends, in one write if the system takes it at once. */
void gho_tell (const char *text, size_t length);
/* GHCOMP_VERBOSE: explain decisions (1), each change of a team's size too (2). */
extern int gho_verbose;
void gho_explain (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

#endif
