/* How busy others keep the CPUs of this process: what OMP_DYNAMIC=true goes by (OpenMP 5.2, 2.2 and 10.1.1: an
 * implementation may give fewer threads when dyn-var is true). */
#ifndef GHO_LOAD_H
#define GHO_LOAD_H

#include <stdbool.h>
#include <stdint.h>

/* What one initial thread or nested primary saw when it looked last. Zeroed: never. Its owner only. */
struct gho_load {
  uint64_t seen_at;  /* gho_now_ns */
  uint64_t busy;     /* ticks that the CPUs had been busy then */
  unsigned others;   /* CPUs taken by others */
  bool unknown;      /* there is nothing to read */
};

/* A look is due: the first, or the last is a tenth of a second old. */
bool gho_load_due (const struct gho_load *load, uint64_t now);

/* Look. cpus: the n CPUs that may be used, ascending; own_ns: CPU time that the caller's team used since the look
 * before. root: "" for the system's own files, else a directory that holds proc/ (tests). Afterwards
 * load->others says how many of the CPUs, to the nearest, others keep busy: over the time between two looks, or,
 * when there is no look before or it is long ago, now. */
void gho_load_look (struct gho_load *load, const char *root, const int *cpus, int n, uint64_t now,
                    uint64_t own_ns);

/* CPU time of the calling thread; a name for the clock by which others can read it; and reading that. 0: none. */
uint64_t gho_cpu_time_self (void);
int gho_cpu_clock_self (void);
uint64_t gho_cpu_time (int clock);

#endif
