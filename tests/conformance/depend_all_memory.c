// GCC: 13
/* omp_all_memory as a dependence: such a task runs after all earlier and before all later tasks of its parent that
   have dependences; inoutset tasks run in any order, but apart from all other kinds. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 4; n++)
    for (int round = 0; round < 50; round++)
      {
        int a[20] = { 0 }, sum = 0, late = 0, wrong = 0, set = 0, after = 0;
#pragma omp parallel num_threads(n)
#pragma omp single
        {
          for (int i = 0; i < 20; i++)
            {
#pragma omp task depend(out : a[i]) shared(a) firstprivate(i)
              a[i] = i;
            }
#pragma omp task depend(inout : omp_all_memory) shared(a, sum)
          for (int i = 0; i < 20; i++)
            sum += a[i];
          for (int i = 0; i < 20; i++)
            {
#pragma omp task depend(in : a[i]) shared(sum, wrong)
              if (sum != 190)
                {
#pragma omp atomic
                  wrong++;
                }
            }
#pragma omp task depend(out : late) shared(sum, late)
          late = sum;
#pragma omp task depend(out : omp_all_memory) depend(in : a[3]) shared(late, sum)
          sum = late + 1;
#pragma omp task depend(out : omp_all_memory) shared(sum)
          sum *= 2;
          int seen = 0;
#pragma omp task depend(in : late) shared(sum, seen)
          seen = sum;
#pragma omp taskwait depend(inout : omp_all_memory)
          if (seen != 382)
            wrong += 100;
          for (int i = 0; i < 10; i++)
            {
#pragma omp task depend(inoutset : set) shared(set)
              {
#pragma omp atomic
                set++;
              }
            }
#pragma omp task depend(in : set) shared(set, after)
          after = set;
          for (int i = 0; i < 5; i++)
            {
#pragma omp task depend(inoutset : set) shared(set, after, wrong)
              {
                if (after != 10)
                  wrong += 1000;
#pragma omp atomic
                set += 10;
              }
            }
#pragma omp task depend(mutexinoutset : set) shared(set, wrong)
          if (set != 60)
            wrong += 10000;
        }
        CHECK_EQ (wrong, 0);
        CHECK_EQ (after, 10);
      }
  return 0;
}
