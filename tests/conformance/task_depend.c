/* depend: in, out, inout, mutexinoutset, inoutset, depobj, array elements, taskwait depend, iterator. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 8; n += 3)
    for (int round = 0; round < 10; round++)
      {
        int chain = 0, a[20], wrong = 0, inside = 0, sum = 0;
        memset (a, 0, sizeof a);
#pragma omp parallel num_threads(n)
#pragma omp single
        {
          for (int i = 0; i < 100; i++)
            {
#pragma omp task depend(inout : chain) shared(chain, wrong) firstprivate(i)
              {
                if (chain != i)
                  wrong++;
                chain++;
              }
            }
          for (int i = 0; i < 20; i++)
            {
#pragma omp task depend(out : a[i]) shared(a) firstprivate(i)
              a[i] = i + 1;
            }
          for (int i = 1; i < 20; i++)
            {
#pragma omp task depend(in : a[i - 1]) depend(inout : a[i]) shared(a) firstprivate(i)
              a[i] += a[i - 1];
            }
#pragma omp taskwait
          for (int i = 0; i < 20; i++)
            if (a[i] != (i + 1) * (i + 2) / 2)
              wrong += 100;
          for (int i = 0; i < 30; i++)
            {
#pragma omp task depend(mutexinoutset : sum) shared(sum, inside, wrong)
              {
                int now;
#pragma omp atomic capture
                now = ++inside;
                if (now != 1)
                  {
#pragma omp atomic
                    wrong += 1000;
                  }
                sum++;
#pragma omp atomic
                inside--;
              }
            }
          int seen = -1;
#pragma omp task depend(in : sum) shared(sum, seen)
          seen = sum;
#pragma omp taskwait depend(in : seen, sum)
#pragma omp taskwait
          if (seen != 30)
            wrong += 10000;
          /* many readers, then a writer */
          int value = 5, readers = 0;
          for (int i = 0; i < 20; i++)
            {
#pragma omp task depend(in : value) shared(value, readers)
              {
                if (value == 5)
                  {
#pragma omp atomic
                    readers++;
                  }
              }
            }
#pragma omp task depend(out : value) shared(value)
          value = 6;
          omp_depend_t object;
#pragma omp depobj(object) depend(in : value)
          int last = 0;
#pragma omp task depend(depobj : object) shared(value, last)
          last = value;
#pragma omp taskwait
#pragma omp depobj(object) destroy
          if (readers != 20 || value != 6 || last != 6)
            wrong += 100000;
#pragma omp task depend(iterator (k = 0 : 20), out : a[k]) shared(a)
          for (int i = 0; i < 20; i++)
            a[i] = 1;
#pragma omp task depend(in : a[13]) shared(a, last)
          last = a[13];
#pragma omp taskwait
          if (last != 1)
            wrong += 1000000;
          /* taskwait depend waits for the one */
          int one = 0;
#pragma omp task depend(out : one) shared(one)
          {
            usleep (100);
            one = 1;
          }
#pragma omp taskwait depend(in : one)
          if (one != 1)
            wrong += 10000000;
          /* if (0) with a dependence waits for it */
          int two = 0;
#pragma omp task depend(out : two) shared(two)
          two = 1;
#pragma omp task depend(inout : two) shared(two) if (0)
          two *= 2;
          if (two != 2)
            wrong += 100000000;
        }
        CHECK_EQ (wrong, 0);
        CHECK_EQ (chain, 100);
      }
  return 0;
}
