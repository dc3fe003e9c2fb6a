// LIMIT: 60
/* depend: random graphs of 200 tasks with in, out, inout, mutexinoutset, iterators and depobj over 12
   addresses; the order is checked against the definition, pair by pair.  In teams of 1, 2 and 4, from a nested
   task, and outside any region. */
#include <omp.h>
#include "check.h"

enum { TASKS = 200, PLACES = 12, IN = 0, OUT, INOUT, MUTEX, KINDS };

static char place[PLACES];
static struct {
  int n, where[3], kind[3];
  int start, end; /* times */
} task[TASKS];
static int now;
static unsigned seed;

static unsigned
draw (unsigned n)
{
  seed = seed * 1103515245u + 12345u;
  return (seed >> 16) % n;
}

static int
tick (void)
{
  int t;
#pragma omp atomic capture seq_cst
  t = ++now;
  return t;
}

static void
body (int i)
{
  task[i].start = tick ();
  for (volatile int spin = (i * 37) % 200; spin > 0; spin--)
    continue;
  task[i].end = tick ();
}

static void
make (int i)
{
  char *p = &place[task[i].where[0]], *q = &place[task[i].where[1]];
  int k = task[i].kind[0], l = task[i].kind[1], n = task[i].n;
  if (n == 1)
    switch (k)
      {
      case IN:
#pragma omp task depend(in : p[0]) firstprivate(i)
        body (i);
        break;
      case OUT:
#pragma omp task depend(out : p[0]) firstprivate(i)
        body (i);
        break;
      case INOUT:
#pragma omp task depend(inout : p[0]) firstprivate(i)
        body (i);
        break;
      default:
#pragma omp task depend(mutexinoutset : p[0]) firstprivate(i)
        body (i);
        break;
      }
  else if (n == 2)
    {
      omp_depend_t first, second;
      if (k == IN)
        {
#pragma omp depobj(first) depend(in : p[0])
        }
      else if (k == MUTEX)
        {
#pragma omp depobj(first) depend(mutexinoutset : p[0])
        }
      else
        {
#pragma omp depobj(first) depend(out : p[0])
        }
#pragma omp depobj(second) depend(inout : q[0])
      if (l == IN)
        {
#pragma omp depobj(second) update(in)
        }
      else if (l == MUTEX)
        {
#pragma omp depobj(second) update(mutexinoutset)
        }
#pragma omp task depend(depobj : first, second) firstprivate(i)
      body (i);
#pragma omp depobj(first) destroy
#pragma omp depobj(second) destroy
    }
  else
    {
      int *where = task[i].where;
#pragma omp task depend(iterator(int j = 0 : 3), inout : place[where[j]]) firstprivate(i)
      body (i);
    }
}

static void
plan (void)
{
  for (int i = 0; i < TASKS; i++)
    {
      task[i].n = 1 + (int) draw (3);
      for (int j = 0; j < 3; j++)
        {
          do
            task[i].where[j] = (int) draw (PLACES);
          while ((j > 0 && task[i].where[j] == task[i].where[0]) || (j > 1 && task[i].where[j] == task[i].where[1]));
          task[i].kind[j] = task[i].n == 3 ? INOUT : (int) draw (KINDS);
        }
      task[i].start = task[i].end = 0;
    }
  now = 0;
}

static int
edges (void)
{
  int found = 0;
  for (int i = 0; i < TASKS; i++)
    {
      CHECK (task[i].start > 0 && task[i].end > task[i].start);
      for (int j = 0; j < i; j++)
        for (int a = 0; a < task[i].n; a++)
          for (int b = 0; b < task[j].n; b++)
            if (task[i].where[a] == task[j].where[b])
              {
                int k = task[i].kind[a], l = task[j].kind[b];
                if (k == IN && l == IN)
                  continue;
                found++;
                if (k == MUTEX && l == MUTEX)
                  CHECK (task[j].end < task[i].start || task[i].end < task[j].start);
                else
                  CHECK (task[j].end < task[i].start);
              }
    }
  return found;
}

int
main (void)
{
  static const int teams[] = { 1, 2, 4 };
  omp_set_dynamic (0);
  for (seed = 1; seed < 20;)
    {
      unsigned first = seed;
      for (int t = 0; t < 3; t++)
        {
          plan ();
#pragma omp parallel num_threads(teams[t])
#pragma omp single
          for (int i = 0; i < TASKS; i++)
            make (i);
          CHECK (edges () > 100);
          plan ();
#pragma omp parallel num_threads(teams[t])
#pragma omp single
          {
#pragma omp task
            {
              for (int i = 0; i < TASKS; i++)
                make (i);
#pragma omp taskwait
            }
#pragma omp task
            for (volatile int spin = 1000; spin > 0; spin--)
              continue;
          }
          edges ();
        }
      plan ();
      for (int i = 0; i < TASKS; i++)
        make (i);
#pragma omp taskwait
      edges ();
      seed = first + 1;
    }
  return 0;
}
