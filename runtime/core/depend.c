#include "core/depend.h"

#include <string.h>

#include "base/mem.h"
#include "base/park.h"
#include "base/tsan.h"
#include "core/task.h"

/* Note [Dependences]
 * For each address the table keeps two sets of tasks: the current one, all of one kind, and the
 * previous one that every member of the current set waits for.  A new task of the same kind joins
 * the current set (readers, mutexinoutset, inoutset); else it waits for the current set and starts
 * a new one.  What is older need not be known: it is complete before the current set starts.
 * mutexinoutset tasks of an address are besides held apart by the entry's holder; a task takes all
 * its holders at once or none, so no order between them is needed.
 * Everything here is under the table's lock; only the parent's thread enters, and only it grows
 * the table. */

enum kind { KIND_IN = 1, KIND_OUT = 2, KIND_INOUT = 3, KIND_MUTEX = 4, KIND_INOUTSET = 5 };

struct nodes {
  struct gho_depend_node **v;
  uint32_t n, capacity;
};

struct entry {
  uintptr_t address;
  struct entry *next;
  int kind; /* of current; 0: empty */
  struct nodes current, previous;
  struct gho_depend_node *holder;
  struct nodes waiting; /* for the holder */
};

struct gho_depend_node {
  struct gho_task *task;
  struct gho_depend_table *table;
  struct gho_thread *waiter;
  uint32_t missing; /* incomplete predecessors, and one while it is entered */
  uint32_t refs;    /* sets that hold it, and one until it is complete */
  bool done;
  struct nodes successors;
  struct entry **locks;
  uint32_t nlocks;
  _Atomic uint32_t x_ready; /* store rel under the lock; load acq in gho_depend_ready */
};

struct gho_depend_table {
  struct gho_mutex lock;
  struct entry **buckets;
  uint32_t nbuckets, nentries;
  _Atomic uint32_t x_live; /* written under the lock; a hint without it */
  bool orphan;
  struct gho_depend_node *all; /* last task that depends on all memory */
};

static void
nodes_add (struct nodes *set, struct gho_depend_node *node)
{
  if (set->n == set->capacity)
    {
      set->capacity = set->capacity ? 2 * set->capacity : 4;
      set->v = gho_realloc (set->v, set->capacity * sizeof *set->v);
    }
  set->v[set->n++] = node;
}

static void
unref (struct gho_depend_node *node)
{
  if (--node->refs != 0)
    return;
  gho_free (node->successors.v);
  gho_free (node->locks);
  gho_free (node);
}

static void
set_clear (struct nodes *set)
{
  for (uint32_t i = 0; i < set->n; i++)
    unref (set->v[i]);
  gho_free (set->v);
  memset (set, 0, sizeof *set);
}

/* Forget members that are complete.  The parent's thread: what is made after it comes after them. */
static void
set_prune (struct nodes *set)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < set->n; i++)
    if (set->v[i]->done)
      {
        gho_tsan_acquire (set->v[i]);
        unref (set->v[i]);
      }
    else
      set->v[kept++] = set->v[i];
  set->n = kept;
}

static void
set_add (struct nodes *set, struct gho_depend_node *node)
{
  if (set->n != 0 && set->v[set->n - 1] == node)
    return;
  if (set->n == set->capacity && set->n >= 8)
    {
      set_prune (set);
      /* at least half of it stays free until the next look, so the looks cost a constant each */
      if (set->n > set->capacity / 2)
        {
          set->capacity *= 2;
          set->v = gho_realloc (set->v, set->capacity * sizeof *set->v);
        }
    }
  nodes_add (set, node);
  node->refs++;
}

static void
edge (struct gho_depend_node *from, struct gho_depend_node *to)
{
  if (from->done)
    gho_tsan_acquire (from);
  if (from->done || from == to)
    return;
  nodes_add (&from->successors, to);
  to->missing++;
}

static void
edges (const struct nodes *set, struct gho_depend_node *to)
{
  for (uint32_t i = 0; i < set->n; i++)
    edge (set->v[i], to);
}

static void
entry_free (struct entry *entry)
{
  set_clear (&entry->current);
  set_clear (&entry->previous);
  gho_free (entry->waiting.v);
  gho_free (entry);
}

static void
table_clear (struct gho_depend_table *table)
{
  for (uint32_t b = 0; b < table->nbuckets; b++)
    while (table->buckets[b] != NULL)
      {
        struct entry *entry = table->buckets[b];
        table->buckets[b] = entry->next;
        entry_free (entry);
      }
  table->nentries = 0;
  if (table->all != NULL)
    unref (table->all);
  table->all = NULL;
}

static uint32_t
bucket_of (const struct gho_depend_table *table, uintptr_t address)
{
  return (uint32_t) (((uint64_t) address * UINT64_C (0x9e3779b97f4a7c15)) >> 32)
         & (table->nbuckets - 1);
}

/* Drop addresses whose tasks are all complete; if that is not much, double the table. */
static void
table_grow (struct gho_depend_table *table)
{
  struct entry *all = NULL;
  for (uint32_t b = 0; b < table->nbuckets; b++)
    while (table->buckets[b] != NULL)
      {
        struct entry *entry = table->buckets[b];
        table->buckets[b] = entry->next;
        set_prune (&entry->current);
        if (entry->current.n == 0 && entry->holder == NULL && entry->waiting.n == 0)
          {
            entry_free (entry);
            table->nentries--;
            continue;
          }
        entry->next = all;
        all = entry;
      }
  if (table->nentries > table->nbuckets / 2)
    {
      gho_free (table->buckets);
      table->nbuckets *= 2;
      table->buckets = gho_zalloc (table->nbuckets * sizeof *table->buckets);
    }
  while (all != NULL)
    {
      struct entry *entry = all;
      all = entry->next;
      uint32_t b = bucket_of (table, entry->address);
      entry->next = table->buckets[b];
      table->buckets[b] = entry;
    }
}

static struct entry *
lookup (struct gho_depend_table *table, uintptr_t address, bool create)
{
  uint32_t b = bucket_of (table, address);
  for (struct entry *entry = table->buckets[b]; entry != NULL; entry = entry->next)
    if (entry->address == address)
      return entry;
  if (!create)
    return NULL;
  if (table->nentries >= table->nbuckets)
    {
      table_grow (table);
      b = bucket_of (table, address);
    }
  struct entry *entry = gho_zalloc (sizeof *entry);
  entry->address = address;
  entry->next = table->buckets[b];
  table->buckets[b] = entry;
  table->nentries++;
  if (table->all != NULL && !table->all->done)
    {
      entry->kind = KIND_OUT;
      set_add (&entry->current, table->all);
    }
  return entry;
}

static void
apply (struct entry *entry, int kind, struct gho_depend_node *node)
{
  bool insert = node->task != NULL;
  if (kind == entry->kind && kind != KIND_OUT)
    {
      edges (&entry->previous, node);
      if (insert)
        set_add (&entry->current, node);
    }
  else
    {
      edges (&entry->current, node);
      if (entry->current.n == 1 && entry->current.v[0] == node)
        {
          /* one task with two kinds for one address */
          if (kind == KIND_OUT)
            entry->kind = KIND_OUT;
        }
      else if (insert)
        {
          set_clear (&entry->previous);
          entry->previous = entry->current;
          memset (&entry->current, 0, sizeof entry->current);
          entry->kind = kind;
          set_add (&entry->current, node);
        }
    }
}

static void
item (struct gho_depend_node *node, uintptr_t address, int kind)
{
  struct gho_depend_table *table = node->table;
  if (kind == KIND_INOUT)
    kind = KIND_OUT;
  if (address == 0 && kind == KIND_OUT)
    {
      /* omp_all_memory */
      for (uint32_t b = 0; b < table->nbuckets; b++)
        for (struct entry *entry = table->buckets[b]; entry != NULL; entry = entry->next)
          apply (entry, KIND_OUT, node);
      if (table->all != NULL)
        edge (table->all, node);
      if (node->task != NULL)
        {
          if (table->all != NULL)
            unref (table->all);
          table->all = node;
          node->refs++;
        }
      return;
    }
  struct entry *entry = lookup (table, address, node->task != NULL);
  if (entry == NULL)
    {
      if (table->all != NULL)
        edge (table->all, node);
      return;
    }
  apply (entry, kind, node);
  if (kind == KIND_MUTEX && node->task != NULL)
    {
      for (uint32_t i = 0; i < node->nlocks; i++)
        if (node->locks[i] == entry)
          return;
      node->locks = gho_realloc (node->locks, (node->nlocks + 1) * sizeof *node->locks);
      node->locks[node->nlocks++] = entry;
    }
}

static void
items (struct gho_depend_node *node, void **depend)
{
  if (depend[0] != NULL)
    {
      uintptr_t n = (uintptr_t) depend[0], out = (uintptr_t) depend[1];
      for (uintptr_t i = 0; i < n; i++)
        item (node, (uintptr_t) depend[2 + i], i < out ? KIND_OUT : KIND_IN);
      return;
    }
  uintptr_t n = (uintptr_t) depend[1], out = (uintptr_t) depend[2];
  uintptr_t mutex = out + (uintptr_t) depend[3], in = mutex + (uintptr_t) depend[4];
  for (uintptr_t i = 0; i < n; i++)
    if (i < in)
      item (node, (uintptr_t) depend[5 + i], i < out ? KIND_OUT : i < mutex ? KIND_MUTEX : KIND_IN);
    else
      {
        void **object = depend[5 + i]; /* omp_depend_t: address, kind */
        item (node, (uintptr_t) object[0], (int) (uintptr_t) object[1]);
      }
}

/* No predecessor is missing.  True: the holders are taken too. */
static bool
take_holders (struct gho_depend_node *node)
{
  for (uint32_t i = 0; i < node->nlocks; i++)
    if (node->locks[i]->holder != NULL)
      {
        nodes_add (&node->locks[i]->waiting, node);
        return false;
      }
  for (uint32_t i = 0; i < node->nlocks; i++)
    node->locks[i]->holder = node;
  return true;
}

static void
now_ready (struct gho_depend_node *node, struct gho_task ***tail)
{
  if (!take_holders (node))
    return;
  if (node->waiter != NULL)
    {
      gho_store_sc (&node->x_ready, 1u);
      gho_task_wake (node->waiter);
      return;
    }
  node->task->next = NULL;
  **tail = node->task;
  *tail = &node->task->next;
}

struct gho_depend_node *
gho_depend_add (struct gho_task *parent, struct gho_task *task, void **depend, struct gho_thread *waiter,
                bool *ready)
{
  struct gho_depend_table *table = parent->depends;
  if (table == NULL)
    {
      table = gho_zalloc (sizeof *table);
      table->nbuckets = 16;
      table->buckets = gho_zalloc (table->nbuckets * sizeof *table->buckets);
      parent->depends = table;
    }
  struct gho_depend_node *node = gho_zalloc (sizeof *node);
  node->task = task;
  node->table = table;
  node->waiter = waiter;
  node->missing = node->refs = 1;
  if (task != NULL)
    task->node = node;
  gho_mutex_lock (&table->lock);
  if (task != NULL)
    gho_store_rlx (&table->x_live, gho_load_rlx (&table->x_live) + 1);
  items (node, depend);
  gho_tsan_release (node); /* after what it came after: see edge */
  *ready = --node->missing == 0 && take_holders (node);
  if (*ready)
    gho_store_rlx (&node->x_ready, 1u);
  gho_mutex_unlock (&table->lock);
  return node;
}

bool
gho_depend_ready (void *node)
{
  return gho_load_sc (&((struct gho_depend_node *) node)->x_ready) != 0;
}

void
gho_depend_begin (struct gho_depend_node *node)
{
  gho_tsan_acquire (node); /* pairs with gho_depend_finish, as the next one */
  for (uint32_t i = 0; gho_tsan_on () && i < node->nlocks; i++)
    gho_tsan_acquire (node->locks[i]);
}

void
gho_depend_forget (struct gho_depend_node *node)
{
  struct gho_depend_table *table = node->table;
  gho_mutex_lock (&table->lock); /* who made it ready has left */
  unref (node);
  gho_mutex_unlock (&table->lock);
}

static void
table_free (struct gho_depend_table *table)
{
  table_clear (table);
  gho_free (table->buckets);
  gho_free (table);
}

struct gho_task *
gho_depend_finish (struct gho_depend_node *node)
{
  struct gho_depend_table *table = node->table;
  struct gho_task *first = NULL, **tail = &first;
  gho_mutex_lock (&table->lock);
  gho_tsan_release (node);
  for (uint32_t i = 0; i < node->successors.n; i++)
    gho_tsan_release (node->successors.v[i]);
  for (uint32_t i = 0; i < node->nlocks; i++)
    gho_tsan_release (node->locks[i]);
  node->done = true;
  for (uint32_t i = 0; i < node->successors.n; i++)
    if (--node->successors.v[i]->missing == 0)
      now_ready (node->successors.v[i], &tail);
  for (uint32_t i = 0; i < node->nlocks; i++)
    node->locks[i]->holder = NULL;
  for (uint32_t i = 0; i < node->nlocks; i++)
    {
      struct nodes waiting = node->locks[i]->waiting;
      memset (&node->locks[i]->waiting, 0, sizeof waiting);
      for (uint32_t w = 0; w < waiting.n; w++)
        now_ready (waiting.v[w], &tail);
      gho_free (waiting.v);
    }
  unref (node);
  uint32_t live = gho_load_rlx (&table->x_live) - 1;
  gho_store_rel (&table->x_live, live); /* pairs with gho_depend_live */
  bool last = live == 0 && table->orphan;
  gho_mutex_unlock (&table->lock);
  if (last)
    table_free (table);
  return first;
}

uint32_t
gho_depend_live (struct gho_depend_table *table)
{
  return gho_load_acq (&table->x_live); /* 0: their effects are seen; pairs with the store in finish */
}

void
gho_depend_reset (struct gho_depend_table *table)
{
  gho_mutex_lock (&table->lock);
  if (gho_load_rlx (&table->x_live) == 0)
    table_clear (table);
  gho_mutex_unlock (&table->lock);
}

void
gho_depend_orphan (struct gho_depend_table *table)
{
  gho_mutex_lock (&table->lock);
  table->orphan = true;
  bool last = gho_load_rlx (&table->x_live) == 0;
  gho_mutex_unlock (&table->lock);
  if (last)
    table_free (table);
}
