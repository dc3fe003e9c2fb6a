// REF: skip-libgomp crashes in it (GCC 12)
// ENV: OMP_MAX_TASK_PRIORITY=100
/* priority: every task ends, whatever its priority and the team's size; recursion with priorities; in a
   team whose other threads are busy, waiting tasks run in the order of their priorities. */
#include <omp.h>
#include <string.h>
#include "check.h"

static int
fib (int n)
{
  int a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a) priority(n)
  a = fib (n - 1);
#pragma omp task shared(b) priority(20 - n)
  b = fib (n - 2);
#pragma omp taskwait
  return a + b;
}

int
main (void)
{
  omp_set_dynamic (0);
  CHECK_EQ (omp_get_max_task_priority (), 100);
  for (int round = 0; round < 300; round++)
    {
      int done = 0;
#pragma omp parallel num_threads(round % 16 + 1)
      {
#pragma omp task shared(done) priority(42)
        {
#pragma omp atomic
          done++;
        }
      }
      CHECK_EQ (done, round % 16 + 1);
    }
  for (int n = 1; n <= 4; n++)
    {
      int result = 0;
#pragma omp parallel num_threads(n)
#pragma omp single
      result = fib (14);
      CHECK_EQ (result, 377);
    }
#ifndef REFERENCE
  /* Two threads; the other one is kept busy until all tasks are made, and then does not take part. */
  int order[10], at = 0, made = 0;
  memset (order, 0, sizeof order);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
        for (int i = 1; i <= 10; i++)
          {
#pragma omp task shared(order, at) firstprivate(i) priority((i * 7) % 11)
            order[at++] = (i * 7) % 11;
          }
#pragma omp taskwait
#pragma omp atomic write
        made = 1;
      }
    else
      for (int ready = 0; !ready;)
        {
          usleep (100);
#pragma omp atomic read
          ready = made;
        }
  }
  CHECK_EQ (at, 10);
  for (int i = 0; i < 10; i++)
    CHECK_EQ (order[i], 10 - i);
#endif
  return 0;
}
