/* The lock routines (OpenMP 5.2, 18.9), with the types of the compiler's own header.  GCC's library
 * exports each under two versions: OMP_3.0, where a nestable lock belongs to a task and takes 16
 * bytes, and OMP_1.0, where it belongs to a thread and takes 8.  Fortran's nestable lock variable
 * of version OMP_3.0 is an integer of pointer size that holds the lock's address. */
#include <omp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/park.h"
#include "base/tsan.h"
#include "core/lock.h"
#include "core/thread.h"
#include "core/where.h"

/* C: the lock in place.  owner: see nest_owner; only the thread that holds the lock can find
 * itself there, so a relaxed load suffices. */
struct nest_lock {
  _Atomic uint32_t x_lock;
  int32_t count;
  _Atomic (void *) x_owner;
};
/* Version OMP_1.0: the owner is a thread, named by its number. */
struct old_nest_lock {
  _Atomic uint32_t x_owner; /* 0 free, else thread id << 1; bit 0: somebody sleeps */
  int32_t count;
};

_Static_assert (sizeof (omp_lock_t) == 4, "omp_lock_t is a lock word");
_Static_assert (sizeof (omp_nest_lock_t) == sizeof (struct nest_lock), "omp_nest_lock_t");
_Static_assert (offsetof (struct nest_lock, x_owner) == GHO_NEST_LOCK_OWNER, "what where.c says");
_Static_assert (sizeof (struct old_nest_lock) == 8, "OMP_1.0 nestable lock");

#define EXPORTED_AS(symbol) __attribute__ ((visibility ("default"), symver (symbol)))

static _Atomic uint32_t *
word (omp_lock_t *lock)
{
  return (_Atomic uint32_t *) lock;
}

static void
init_lock (omp_lock_t *lock)
{
  gho_store_rel (word (lock), 0u);
}

static void
destroy_lock (omp_lock_t *lock)
{
  (void) lock;
}

static void
set_lock (omp_lock_t *lock)
{
  gho_lock_acquire (word (lock), GHO_AT_LOCK);
}

static void
unset_lock (omp_lock_t *lock)
{
  gho_lock_release (word (lock));
}

static int
test_lock (omp_lock_t *lock)
{
  return gho_lock_try (word (lock));
}

/* ---- nestable, owned by a task ---- */

static void
nest_init (struct nest_lock *lock)
{
  lock->count = 0;
  gho_store_rlx (&lock->x_owner, (void *) NULL);
  gho_store_rel (&lock->x_lock, 0u);
}

static void
nest_set (struct nest_lock *lock)
{
  void *me = gho_self ()->task;
  if (gho_load_rlx (&lock->x_owner) != me)
    {
      gho_lock_acquire (&lock->x_lock, GHO_AT_NEST_LOCK);
      gho_store_rlx (&lock->x_owner, me);
    }
  lock->count++;
}

static void
nest_unset (struct nest_lock *lock)
{
  if (--lock->count == 0)
    {
      gho_store_rlx (&lock->x_owner, (void *) NULL);
      gho_lock_release (&lock->x_lock);
    }
}

static int
nest_test (struct nest_lock *lock)
{
  void *me = gho_self ()->task;
  if (gho_load_rlx (&lock->x_owner) != me)
    {
      if (!gho_lock_try (&lock->x_lock))
        return 0;
      gho_store_rlx (&lock->x_owner, me);
    }
  return ++lock->count;
}

static void
init_nest_lock (omp_nest_lock_t *lock)
{
  nest_init ((struct nest_lock *) lock);
}

static void
destroy_nest_lock (omp_nest_lock_t *lock)
{
  (void) lock;
}

static void
set_nest_lock (omp_nest_lock_t *lock)
{
  nest_set ((struct nest_lock *) lock);
}

static void
unset_nest_lock (omp_nest_lock_t *lock)
{
  nest_unset ((struct nest_lock *) lock);
}

static int
test_nest_lock (omp_nest_lock_t *lock)
{
  return nest_test ((struct nest_lock *) lock);
}

/* Fortran: the variable holds an address. */
static void
init_nest_lock_f (struct nest_lock **lock)
{
  *lock = gho_alloc (sizeof **lock);
  nest_init (*lock);
}

static void
destroy_nest_lock_f (struct nest_lock **lock)
{
  gho_free (*lock);
  *lock = NULL;
}

static void
set_nest_lock_f (struct nest_lock **lock)
{
  nest_set (*lock);
}

static void
unset_nest_lock_f (struct nest_lock **lock)
{
  nest_unset (*lock);
}

static int
test_nest_lock_f (struct nest_lock **lock)
{
  return nest_test (*lock);
}

/* ---- nestable, owned by a thread (OMP_1.0) ---- */

/* A number for the calling thread that no live thread shares. */
static uint32_t
thread_id (void)
{
  static _Atomic uint32_t x_last;
  static __thread uint32_t id;
  if (id == 0)
    id = (gho_add_rlx (&x_last, 1u) + 1) << 1;
  return id;
}

static void
old_init_nest (struct old_nest_lock *lock)
{
  lock->count = 0;
  gho_store_rel (&lock->x_owner, 0u);
}

static void
old_destroy_nest (struct old_nest_lock *lock)
{
  (void) lock;
}

static int
old_test_nest (struct old_nest_lock *lock)
{
  uint32_t me = thread_id (), owner = 0;
  if ((gho_load_rlx (&lock->x_owner) & ~1u) != me && !gho_cas_acq (&lock->x_owner, &owner, me))
    return 0;
  gho_tsan_acquire (lock);
  return ++lock->count;
}

static void
old_set_nest (struct old_nest_lock *lock)
{
  uint32_t me = thread_id (), owner = 0;
  if ((gho_load_rlx (&lock->x_owner) & ~1u) != me && !gho_cas_acq (&lock->x_owner, &owner, me))
    for (;;)
      {
        owner = 0;
        if (gho_cas_acq (&lock->x_owner, &owner, me | 1)) /* others may sleep: keep the bit */
          break;
        if ((owner & 1) || gho_cas_acq (&lock->x_owner, &owner, owner | 1))
          {
            gho_note (gho_tls_self, GHO_AT_NEST_LOCK, &lock->x_owner);
            gho_futex_wait (&lock->x_owner, owner | 1, 0);
            gho_note_end (gho_tls_self);
          }
      }
  gho_tsan_acquire (lock);
  lock->count++;
}

static void
old_unset_nest (struct old_nest_lock *lock)
{
  gho_tsan_release (lock);
  if (--lock->count == 0 && (gho_xchg_acqrel (&lock->x_owner, 0u) & 1))
    gho_futex_wake (&lock->x_owner, 1);
}

/* ---- exports ---- */

#ifdef GHO_NO_SYMVER
#define EXPORT(symbol, result, type, body, version)                                               \
  __attribute__ ((visibility ("default"))) result symbol (type *lock);                            \
  result symbol (type *lock)                                                                      \
  {                                                                                               \
    return body (lock);                                                                           \
  }
#define EXPORT_OLD(symbol, result, type, body)                                                    \
  static __attribute__ ((unused)) result gho_v1_##symbol (type *lock)                             \
  {                                                                                               \
    return body (lock);                                                                           \
  }
#else
#define EXPORT(symbol, result, type, body, version)                                               \
  result gho_v3_##symbol (type *lock);                                                            \
  EXPORTED_AS (#symbol "@@OMP_3.0") result gho_v3_##symbol (type *lock)                           \
  {                                                                                               \
    return body (lock);                                                                           \
  }
#define EXPORT_OLD(symbol, result, type, body)                                                    \
  result gho_v1_##symbol (type *lock);                                                            \
  EXPORTED_AS (#symbol "@OMP_1.0") result gho_v1_##symbol (type *lock)                            \
  {                                                                                               \
    return body (lock);                                                                           \
  }
#endif

#define SIMPLE(verb, result)                                                                      \
  EXPORT (omp_##verb##_lock, result, omp_lock_t, verb##_lock, 3)                                  \
  EXPORT_OLD (omp_##verb##_lock, result, omp_lock_t, verb##_lock)                                 \
  EXPORT (omp_##verb##_lock_, result, omp_lock_t, verb##_lock, 3)                                 \
  EXPORT_OLD (omp_##verb##_lock_, result, omp_lock_t, verb##_lock)
#define NESTABLE(verb, result)                                                                    \
  EXPORT (omp_##verb##_nest_lock, result, omp_nest_lock_t, verb##_nest_lock, 3)                   \
  EXPORT_OLD (omp_##verb##_nest_lock, result, struct old_nest_lock, old_##verb##_nest)            \
  EXPORT (omp_##verb##_nest_lock_, result, struct nest_lock *, verb##_nest_lock_f, 3)             \
  EXPORT_OLD (omp_##verb##_nest_lock_, result, struct old_nest_lock, old_##verb##_nest)

SIMPLE (init, void)
SIMPLE (destroy, void)
SIMPLE (set, void)
SIMPLE (unset, void)
SIMPLE (test, int)
NESTABLE (init, void)
NESTABLE (destroy, void)
NESTABLE (set, void)
NESTABLE (unset, void)
NESTABLE (test, int)
