/* static: block and round-robin assignment; dynamic and guided: increasing chunks per thread. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  int owner[100], wrong = 0;
  omp_set_dynamic (0);
#pragma omp parallel num_threads(4)
#pragma omp for schedule(static, 3)
  for (int i = 0; i < 100; i++)
    owner[i] = omp_get_thread_num ();
  for (int i = 0; i < 100; i++)
    CHECK_EQ (owner[i], i / 3 % 4);
#pragma omp parallel num_threads(4)
#pragma omp for schedule(static)
  for (int i = 0; i < 100; i++)
    owner[i] = omp_get_thread_num ();
  for (int i = 0; i < 100; i++)
    CHECK_EQ (owner[i], i / 25);
  omp_set_schedule ((omp_sched_t) (omp_sched_static | omp_sched_monotonic), 3);
#pragma omp parallel num_threads(4)
#pragma omp for schedule(runtime)
  for (int i = 0; i < 100; i++)
    owner[i] = omp_get_thread_num ();
  for (int i = 0; i < 100; i++)
    CHECK_EQ (owner[i], i / 3 % 4);
#pragma omp parallel num_threads(4) reduction(+ : wrong)
  {
    int last = -1;
#pragma omp for schedule(monotonic : dynamic)
    for (int i = 0; i < 10000; i++)
      {
        wrong += i <= last;
        last = i;
      }
    last = -1;
#pragma omp for schedule(monotonic : guided)
    for (int i = 0; i < 10000; i++)
      {
        wrong += i <= last;
        last = i;
      }
  }
  CHECK_EQ (wrong, 0);
  return 0;
}
