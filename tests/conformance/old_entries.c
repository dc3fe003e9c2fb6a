/* Entry points that older compilers call, called here directly. */
#include <omp.h>
#include <stdbool.h>
#include "check.h"

void GOMP_parallel_start (void (*) (void *), void *, unsigned);
void GOMP_parallel_end (void);
void GOMP_parallel_loop_static_start (void (*) (void *), void *, unsigned, long, long, long, long);
void GOMP_parallel_loop_dynamic_start (void (*) (void *), void *, unsigned, long, long, long, long);
void GOMP_parallel_loop_guided_start (void (*) (void *), void *, unsigned, long, long, long, long);
void GOMP_parallel_loop_runtime_start (void (*) (void *), void *, unsigned, long, long, long);
void GOMP_parallel_sections_start (void (*) (void *), void *, unsigned, unsigned);
bool GOMP_loop_static_start (long, long, long, long, long *, long *);
bool GOMP_loop_static_next (long *, long *);
bool GOMP_loop_dynamic_start (long, long, long, long, long *, long *);
bool GOMP_loop_dynamic_next (long *, long *);
bool GOMP_loop_guided_start (long, long, long, long, long *, long *);
bool GOMP_loop_guided_next (long *, long *);
bool GOMP_loop_runtime_start (long, long, long, long *, long *);
bool GOMP_loop_runtime_next (long *, long *);
bool GOMP_loop_ordered_dynamic_start (long, long, long, long, long *, long *);
bool GOMP_loop_ordered_dynamic_next (long *, long *);
bool GOMP_loop_ull_dynamic_start (bool, unsigned long long, unsigned long long, unsigned long long,
                                  unsigned long long, unsigned long long *, unsigned long long *);
bool GOMP_loop_ull_dynamic_next (unsigned long long *, unsigned long long *);
void GOMP_loop_end (void);
void GOMP_loop_end_nowait (void);
unsigned GOMP_sections_start (unsigned);
unsigned GOMP_sections_next (void);
void GOMP_sections_end (void);
void GOMP_sections_end_nowait (void);
void GOMP_ordered_start (void);
void GOMP_ordered_end (void);
void GOMP_barrier (void);
bool GOMP_single_start (void);
void *GOMP_single_copy_start (void);
void GOMP_single_copy_end (void *);
void GOMP_critical_start (void);
void GOMP_critical_end (void);

static int hits[300], entered, sections[4], singles, turn;

static void
expect (int count, int times, int line)
{
  for (int i = 0; i < 300; i++)
    if (hits[i] != (i < count ? times : 0))
      {
        fprintf (stderr, "line %d: iteration %d ran %d times\n", line, i, hits[i]);
        exit (1);
      }
  memset (hits, 0, sizeof hits);
}

static void
range (long begin, long end)
{
  for (long i = begin; i < end; i++)
    __atomic_fetch_add (&hits[i], 1, __ATOMIC_RELAXED);
}

static void
body (void *data)
{
  CHECK (data == &entered);
  __atomic_fetch_add (&entered, 1, __ATOMIC_RELAXED);
  long b, e;
  unsigned long long ub, ue;
  if (GOMP_loop_static_start (0, 300, 1, 7, &b, &e))
    do
      range (b, e);
    while (GOMP_loop_static_next (&b, &e));
  GOMP_loop_end ();
  if (GOMP_loop_dynamic_start (0, 300, 1, 7, &b, &e))
    do
      range (b, e);
    while (GOMP_loop_dynamic_next (&b, &e));
  GOMP_loop_end_nowait ();
  if (GOMP_loop_guided_start (0, 300, 1, 2, &b, &e))
    do
      range (b, e);
    while (GOMP_loop_guided_next (&b, &e));
  GOMP_loop_end_nowait ();
  if (GOMP_loop_runtime_start (299, -1, -1, &b, &e))
    do
      range (e + 1, b + 1);
    while (GOMP_loop_runtime_next (&b, &e));
  GOMP_loop_end ();
  if (GOMP_loop_ull_dynamic_start (true, 0, 300, 1, 11, &ub, &ue))
    do
      range ((long) ub, (long) ue);
    while (GOMP_loop_ull_dynamic_next (&ub, &ue));
  GOMP_loop_end ();
  if (GOMP_loop_ordered_dynamic_start (0, 300, 1, 5, &b, &e))
    do
      for (long i = b; i < e; i++)
        {
          GOMP_ordered_start ();
          CHECK_EQ (turn, i);
          turn++;
          GOMP_ordered_end ();
        }
    while (GOMP_loop_ordered_dynamic_next (&b, &e));
  GOMP_loop_end ();
  for (unsigned s = GOMP_sections_start (3); s; s = GOMP_sections_next ())
    {
      CHECK (s <= 3);
      __atomic_fetch_add (&sections[s], 1, __ATOMIC_RELAXED);
    }
  GOMP_sections_end ();
  if (GOMP_single_start ())
    singles++;
  GOMP_barrier ();
  int value = 0, *got = GOMP_single_copy_start ();
  if (!got)
    {
      value = 77;
      GOMP_single_copy_end (&value);
    }
  else
    value = *got;
  CHECK_EQ (value, 77);
  GOMP_barrier ();
  GOMP_critical_start ();
  singles += 10;
  GOMP_critical_end ();
}

static void
combined (void *data)
{
  long b, e;
  int which = (int) (intptr_t) data;
  bool (*next) (long *, long *) = which == 0   ? GOMP_loop_static_next
                                  : which == 1 ? GOMP_loop_dynamic_next
                                  : which == 2 ? GOMP_loop_guided_next
                                               : GOMP_loop_runtime_next;
  while (next (&b, &e))
    range (b, e);
  GOMP_loop_end_nowait ();
}

static void
combined_sections (void *data)
{
  (void) data;
  unsigned s;
  while ((s = GOMP_sections_next ()))
    __atomic_fetch_add (&sections[s], 1, __ATOMIC_RELAXED);
  GOMP_sections_end_nowait ();
}

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 6; n++)
    {
      entered = singles = turn = 0;
      memset (sections, 0, sizeof sections);
      GOMP_parallel_start (body, &entered, (unsigned) n);
      CHECK_EQ (omp_get_num_threads (), n);
      CHECK_EQ (omp_get_thread_num (), 0);
      body (&entered);
      GOMP_parallel_end ();
      CHECK_EQ (omp_get_num_threads (), 1);
      CHECK_EQ (entered, n);
      expect (300, 5, __LINE__);
      CHECK_EQ (turn, 300);
      CHECK_EQ (sections[1] + sections[2] * 10 + sections[3] * 100, 111);
      CHECK_EQ (singles, 1 + 10 * n);
      for (intptr_t which = 0; which < 4; which++)
        {
          void *data = (void *) which;
          switch (which)
            {
            case 0: GOMP_parallel_loop_static_start (combined, data, (unsigned) n, 0, 300, 1, 7); break;
            case 1: GOMP_parallel_loop_dynamic_start (combined, data, (unsigned) n, 0, 300, 1, 7); break;
            case 2: GOMP_parallel_loop_guided_start (combined, data, (unsigned) n, 0, 300, 1, 7); break;
            case 3: GOMP_parallel_loop_runtime_start (combined, data, (unsigned) n, 0, 300, 1); break;
            }
          combined (data);
          GOMP_parallel_end ();
          expect (300, 1, __LINE__);
        }
      memset (sections, 0, sizeof sections);
      GOMP_parallel_sections_start (combined_sections, NULL, (unsigned) n, 3);
      combined_sections (NULL);
      GOMP_parallel_end ();
      CHECK_EQ (sections[1] + sections[2] * 10 + sections[3] * 100, 111);
    }
  return 0;
}
