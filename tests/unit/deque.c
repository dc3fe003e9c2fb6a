// LIMIT: 30
/* The deque: what goes in comes out once, with an owner and a thief. */
#include <pthread.h>

#include "core/deque.h"
#include "check.h"

enum { ITEMS = 2000000 };
static struct gho_deque deque;
static unsigned char out[ITEMS + 1];
static _Atomic int x_stop;

static void
got (struct gho_task *task)
{
  uintptr_t item = (uintptr_t) task / 16;
  CHECK (item >= 1 && item <= ITEMS);
  CHECK (__atomic_exchange_n (&out[item], 1, __ATOMIC_RELAXED) == 0);
}

static void *
thief (void *arg)
{
  long stolen = 0;
  while (!gho_load_acq (&x_stop))
    {
      int64_t position;
      struct gho_task *task = gho_deque_peek (&deque, &position);
      if (task && gho_deque_steal_at (&deque, position))
        {
          got (task);
          stolen++;
        }
    }
  *(long *) arg = stolen;
  return NULL;
}

int
main (void)
{
  pthread_t threads[2];
  long stolen[2] = { 0 }, taken = 0;
  CHECK (gho_deque_take (&deque, 0) == NULL);
  /* bounded */
  for (uintptr_t i = 0; i < GHO_DEQUE_SIZE; i++)
    CHECK (gho_deque_push (&deque, (struct gho_task *) 16));
  CHECK (!gho_deque_push (&deque, (struct gho_task *) 16));
  CHECK_EQ (gho_deque_length (&deque), GHO_DEQUE_SIZE);
  /* not below floor */
  CHECK (gho_deque_take (&deque, GHO_DEQUE_SIZE) == NULL);
  for (uintptr_t i = 0; i < GHO_DEQUE_SIZE; i++)
    CHECK (gho_deque_take (&deque, 0) == (struct gho_task *) 16);
  CHECK (gho_deque_take (&deque, 0) == NULL);

  for (int i = 0; i < 2; i++)
    CHECK_EQ (pthread_create (&threads[i], NULL, thief, &stolen[i]), 0);
  for (uintptr_t i = 1; i <= ITEMS;)
    {
      for (unsigned burst = 0; burst <= i % 7 && i <= ITEMS; burst++)
        if (gho_deque_push (&deque, (struct gho_task *) (i * 16)))
          i++;
        else
          break;
      for (unsigned burst = 0; burst < i % 5; burst++)
        {
          struct gho_task *task = gho_deque_take (&deque, 0);
          if (task)
            {
              got (task);
              taken++;
            }
        }
    }
  struct gho_task *task;
  while ((task = gho_deque_take (&deque, 0)))
    {
      got (task);
      taken++;
    }
  gho_store_rel (&x_stop, 1);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  CHECK_EQ (taken + stolen[0] + stolen[1], ITEMS);
  return 0;
}
