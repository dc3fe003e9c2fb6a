/* Which OpenMP runtime serves this process, and how we know. */
#ifndef DEMO_PROVENANCE_H
#define DEMO_PROVENANCE_H

/* File name (no folder) of the library that the process-wide lookup of a symbol ends in. */
const char *demo_owner (const char *symbol);

/* Parallel regions of more than one thread that libghcomp has served so far; -1 when it is not in
 * the process. */
long long demo_regions_served (void);

/* Who libghcomp says its threads belong to, see ghc_openmp.h; "none" when it is not in the process. */
const char *demo_backend (void);

/* Prints who serves this process with the evidence. expected: "ghcomp", "libgomp", or "" for no
 * opinion. regions: how many regions of more than one thread the program has run, so what the
 * counter must have reached. Returns 0 when the evidence agrees with the expectation, else 1. */
int demo_report (const char *expected, long long regions);

#endif
