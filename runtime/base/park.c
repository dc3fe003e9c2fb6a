#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "base/park.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/cpu.h"

uint64_t
gho_now_ns (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (uint64_t) now.tv_sec * 1000000000u + (uint64_t) now.tv_nsec;
}

uint32_t
gho_cpu_number (void)
{
  int cpu = sched_getcpu ();
  return cpu < 0 ? UINT32_MAX : (uint32_t) cpu;
}

void
gho_futex_wait (_Atomic uint32_t *word, uint32_t expected, uint64_t timeout_ns)
{
  int saved = errno;
  struct timespec limit = { (time_t) (timeout_ns / 1000000000u), (long) (timeout_ns % 1000000000u) };
  syscall (SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, timeout_ns ? &limit : NULL, NULL, 0);
  errno = saved;
}

int
gho_futex_wake (_Atomic uint32_t *word, int n)
{
  int saved = errno;
  long woken = syscall (SYS_futex, word, FUTEX_WAKE_PRIVATE, n, NULL, NULL, 0);
  errno = saved;
  return woken > 0 ? (int) woken : 0;
}

bool
gho_mutex_trylock (struct gho_mutex *mutex)
{
  uint32_t free = 0;
  return gho_cas_acq (&mutex->x_state, &free, 1u); /* pairs with the exchange in unlock */
}

bool
gho_mutex_forked (struct gho_mutex *mutex)
{
  bool held = gho_load_rlx (&mutex->x_state) != 0;
  gho_store_rlx (&mutex->x_state, 0u); /* rlx: no other thread is here */
  return held;
}

void
gho_mutex_lock (struct gho_mutex *mutex)
{
  for (int i = 0; i < 100; i++)
    {
      if (gho_load_rlx (&mutex->x_state) == 0 && gho_mutex_trylock (mutex))
        return;
      gho_pause ();
    }
  /* 2 tells the owner to wake somebody; taking the mutex with 2 may cost one wake-up too many. */
  while (gho_xchg_acqrel (&mutex->x_state, 2u) != 0)
    gho_futex_wait (&mutex->x_state, 2, 0);
}

void
gho_mutex_unlock (struct gho_mutex *mutex)
{
  if (gho_xchg_acqrel (&mutex->x_state, 0u) == 2)
    gho_futex_wake (&mutex->x_state, 1);
}
