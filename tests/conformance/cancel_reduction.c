// ENV: OMP_CANCELLATION=true
// REF: skip-libgomp crashes now and then: a late member reads a stack that is gone
/* A cancelled region in which some threads never come to a worksharing construct with a task reduction
   leaves no memory behind; a construct that is itself cancelled ends well. */
#include <omp.h>
#include <sys/resource.h>
#include "check.h"

static char big[100000];

static void
round_of (int n, int round)
{
  int ran = 0;
#pragma omp parallel num_threads(n) shared(ran)
  {
    if (omp_get_thread_num () == n - 1 && round % 2 == 0)
      {
#pragma omp cancel parallel
      }
#pragma omp for reduction(task, + : big[:100000])
    for (int i = 0; i < 4; i++)
      {
        big[0]++;
        if (i == 2 && round % 2 != 0)
          {
#pragma omp cancel for
          }
#pragma omp atomic
        ran++;
      }
  }
  CHECK (ran >= 0);
}

int
main (void)
{
  struct rusage before, after;
  omp_set_dynamic (0);
  CHECK (omp_get_cancellation ());
  for (int i = 0; i < 20; i++)
    round_of (3, i);
  getrusage (RUSAGE_SELF, &before);
  for (int i = 0; i < 400; i++)
    round_of (3, i);
  getrusage (RUSAGE_SELF, &after);
  /* 300,000 bytes in each of 400 rounds would be far more */
  CHECK (after.ru_maxrss - before.ru_maxrss < 30000);
  return 0;
}
