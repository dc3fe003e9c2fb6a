/* Places and thread affinity (OpenMP 5.2, section 10.1.3 and 18.3). */
#ifndef GHO_PLACES_H
#define GHO_PLACES_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>

/* The place list: constant after gho_env_init. Empty list: no OMP_PLACES, no GOMP_CPU_AFFINITY and
 * OMP_PROC_BIND unset or false. With OMP_PROC_BIND true/close/spread and no list: one place per core. */
int gho_places_count (void);
int gho_place_num_procs (int place);
void gho_place_procs (int place, int *ids);
/* Bind the calling OS thread to the place; failure is ignored (one warning). */
void gho_place_bind_self (int place);

/* An initial thread is bound when somebody first asks where it runs, or at its first region. */
struct gho_thread;
void gho_place_ensure (struct gho_thread *self);

/* Where the members of a team of n go (5.2, 10.1.3). policy is PRIMARY, CLOSE, SPREAD or TRUE (=CLOSE); parent_place the
 * primary's place (>= 0); [first, first + len) the primary's partition. Fills place[i] and, for
 * i's partition, part_first[i] and part_len[i]. */
void gho_places_assign (int policy, int n, int parent_place, int first, int len, int *place,
                        int *part_first, int *part_len);

/* For env.c, before anything else runs.  CPUs that this process may use, at least 1. */
int gho_places_start (void);
/* Those CPUs, ascending; constant after gho_env_init. Returns their number. */
int gho_places_allowed (const int **ids);
/* Make the list from OMP_PLACES or GOMP_CPU_AFFINITY. False: malformed, and the list is empty. */
bool gho_places_parse (const char *text);
bool gho_places_parse_gomp (const char *text);
/* One place per core. */
void gho_places_cores (void);
/* The list as OMP_PLACES would spell it; the caller frees the string. */
char *gho_places_text (void);
/* A set of CPU numbers as "0-3,8"; the caller frees the string. */
char *gho_cpu_list_text (const int *ids, int n);
/* The CPUs the calling OS thread may run on; the caller frees *ids. Returns their number, 0: unknown. */
int gho_cpus_of_self (int **ids);

/* affinity-format-var. get: as omp_get_affinity_format. */
void gho_affinity_format_set (const char *format, size_t length);
size_t gho_affinity_format_get (char *buffer, size_t size);

/* Affinity format (omp_capture_affinity): expand format for the calling thread into buffer, at most
 * size bytes with the terminator; returns the length needed without it. format NULL or "": the
 * affinity-format-var. */
size_t gho_affinity_capture (char *buffer, size_t size, const char *format);
/* OMP_DISPLAY_AFFINITY: one line for the calling thread on stderr, or on stdout. */
void gho_affinity_display (const char *format, bool to_stderr);
/* OMP_DISPLAY_AFFINITY (5.2, 21.2.4): show a thread that enters a region, unless the same was shown last for
 * that nesting level. */
void gho_affinity_announce (struct gho_thread *self);

#endif
