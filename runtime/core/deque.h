/* A bounded Chase-Lev deque: the owner pushes and takes at the bottom, thieves steal at the top.
 * Bounded on purpose: a full deque makes the creator run the task at once, which bounds memory. */
#ifndef GHO_DEQUE_H
#define GHO_DEQUE_H

#include <stddef.h>

#include "base/atomic.h"
#include "base/cpu.h"

#define GHO_DEQUE_SIZE 256u

struct gho_task;

struct gho_deque {
  _Alignas (GHO_LINE) _Atomic int64_t x_top;    /* CAS by thieves and by the owner for the last entry */
  _Alignas (GHO_LINE) _Atomic int64_t x_bottom; /* written by the owner */
  _Atomic (struct gho_task *) x_slot[GHO_DEQUE_SIZE];
};

/* Owner. False: full. */
static inline bool
gho_deque_push (struct gho_deque *deque, struct gho_task *task)
{
  int64_t bottom = gho_load_rlx (&deque->x_bottom);
  int64_t top = gho_load_acq (&deque->x_top); /* pairs with the CAS in steal: the slot is free */
  if (bottom - top >= (int64_t) GHO_DEQUE_SIZE)
    return false;
  gho_store_rlx (&deque->x_slot[bottom & (GHO_DEQUE_SIZE - 1)], task);
  /* sc: the pusher then reads x_sleepers (sc), a sleeper counts itself and then reads bottom; as a
   * release it pairs with the load in peek. */
  gho_store_sc (&deque->x_bottom, bottom + 1);
  return true;
}

/* Owner: the newest entry, or NULL; not below position floor. */
static inline struct gho_task *
gho_deque_take (struct gho_deque *deque, int64_t floor)
{
  int64_t bottom = gho_load_rlx (&deque->x_bottom) - 1;
  if (bottom < floor || gho_load_rlx (&deque->x_top) > bottom)
    return NULL;
  /* The store and the load are one Dekker pair with steal's load of bottom after its load of top:
   * without sc on both, owner and thief could each miss the other and take the same entry. */
  gho_store_sc (&deque->x_bottom, bottom);
  int64_t top = gho_load_sc (&deque->x_top);
  if (top > bottom)
    {
      gho_store_rlx (&deque->x_bottom, bottom + 1);
      return NULL;
    }
  struct gho_task *task = gho_load_rlx (&deque->x_slot[bottom & (GHO_DEQUE_SIZE - 1)]);
  if (top == bottom)
    {
      if (!gho_cas_sc (&deque->x_top, &top, top + 1))
        task = NULL;
      gho_store_rlx (&deque->x_bottom, bottom + 1);
    }
  return task;
}

/* Any thread: look at the oldest entry. *position is for gho_deque_steal_at. NULL: empty. */
static inline struct gho_task *
gho_deque_peek (struct gho_deque *deque, int64_t *position)
{
  int64_t top = gho_load_sc (&deque->x_top);
  int64_t bottom = gho_load_sc (&deque->x_bottom); /* acquires the slot's content; see take */
  if (top >= bottom)
    return NULL;
  *position = top;
  return gho_load_rlx (&deque->x_slot[top & (GHO_DEQUE_SIZE - 1)]);
}

/* Claim the entry that peek saw. False: somebody else has it. */
static inline bool
gho_deque_steal_at (struct gho_deque *deque, int64_t position)
{
  return gho_cas_sc (&deque->x_top, &position, position + 1);
}

static inline int64_t
gho_deque_length (struct gho_deque *deque)
{
  return gho_load_rlx (&deque->x_bottom) - gho_load_rlx (&deque->x_top);
}

#endif
