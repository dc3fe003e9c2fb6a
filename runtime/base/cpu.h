/* What the processor offers: cache lines, a pause hint, branch hints. */
#ifndef GHO_CPU_H
#define GHO_CPU_H

#include <stdint.h>

/* Two 64-byte lines: x86 prefetches lines in pairs, other processors have 128-byte lines. */
#define GHO_LINE 128

#define gho_likely(x) __builtin_expect (!!(x), 1)
#define gho_unlikely(x) __builtin_expect (!!(x), 0)

static inline void
gho_pause (void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause ();
#elif defined(__aarch64__)
  __asm__ volatile ("isb" ::: "memory");
#else
  __asm__ volatile ("" ::: "memory");
#endif
}

/* Monotonic time in nanoseconds. */
uint64_t gho_now_ns (void);

#endif
