/* Atomic access with the memory order in the function's name, so that grep is an audit.
 * These are the only way to touch an _Atomic field (names start with x_). */
#ifndef GHO_ATOMIC_H
#define GHO_ATOMIC_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define gho_load_rlx(p) atomic_load_explicit ((p), memory_order_relaxed)
#define gho_load_acq(p) atomic_load_explicit ((p), memory_order_acquire)
#define gho_load_sc(p) atomic_load_explicit ((p), memory_order_seq_cst)
#define gho_store_rlx(p, v) atomic_store_explicit ((p), (v), memory_order_relaxed)
#define gho_store_rel(p, v) atomic_store_explicit ((p), (v), memory_order_release)
#define gho_store_sc(p, v) atomic_store_explicit ((p), (v), memory_order_seq_cst)
#define gho_xchg_acqrel(p, v) atomic_exchange_explicit ((p), (v), memory_order_acq_rel)
#define gho_xchg_sc(p, v) atomic_exchange_explicit ((p), (v), memory_order_seq_cst)
#define gho_add_rlx(p, v) atomic_fetch_add_explicit ((p), (v), memory_order_relaxed)
#define gho_add_acqrel(p, v) atomic_fetch_add_explicit ((p), (v), memory_order_acq_rel)
#define gho_add_sc(p, v) atomic_fetch_add_explicit ((p), (v), memory_order_seq_cst)
#define gho_sub_acqrel(p, v) atomic_fetch_sub_explicit ((p), (v), memory_order_acq_rel)
#define gho_sub_sc(p, v) atomic_fetch_sub_explicit ((p), (v), memory_order_seq_cst)
#define gho_or_acqrel(p, v) atomic_fetch_or_explicit ((p), (v), memory_order_acq_rel)
#define gho_and_acqrel(p, v) atomic_fetch_and_explicit ((p), (v), memory_order_acq_rel)

/* Compare and swap: *(p) == *(expected) ? *(p) = v : *(expected) = *(p). */
#define gho_cas_acqrel(p, expected, v)                                                            \
  atomic_compare_exchange_strong_explicit ((p), (expected), (v), memory_order_acq_rel,            \
                                           memory_order_acquire)
#define gho_cas_acq(p, expected, v)                                                               \
  atomic_compare_exchange_strong_explicit ((p), (expected), (v), memory_order_acquire,            \
                                           memory_order_acquire)
#define gho_cas_sc(p, expected, v)                                                                \
  atomic_compare_exchange_strong_explicit ((p), (expected), (v), memory_order_seq_cst,            \
                                           memory_order_seq_cst)
#define gho_cas_rlx(p, expected, v)                                                               \
  atomic_compare_exchange_strong_explicit ((p), (expected), (v), memory_order_relaxed,            \
                                           memory_order_relaxed)

#define gho_fence_sc() atomic_thread_fence (memory_order_seq_cst)

#endif
