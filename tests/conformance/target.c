/* target constructs fall back to the host. */
#include <omp.h>
#include "check.h"

static int global = 3;
#pragma omp declare target(global)

int
main (void)
{
  int a[100], n = 0, x = 5;
  omp_set_dynamic (0);
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp target map(tofrom : a, n)
  {
    n = omp_get_num_teams () + omp_get_team_num ();
    for (int i = 0; i < 100; i++)
      a[i] *= 2;
  }
  CHECK_EQ (n, 1);
  CHECK_EQ (a[99], 198);
  long sum = 0;
#pragma omp target teams distribute parallel for map(to : a) map(tofrom : sum) reduction(+ : sum)
  for (int i = 0; i < 100; i++)
    sum += a[i];
  CHECK_EQ (sum, 9900);
#pragma omp target data map(tofrom : a) map(alloc : x)
  {
#pragma omp target firstprivate(x) map(tofrom : a)
    a[0] = x;
#pragma omp target update from(a)
  }
  CHECK_EQ (a[0], 5);
#pragma omp target enter data map(to : a)
#pragma omp target exit data map(from : a)
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp target nowait depend(out : x) map(tofrom : x)
    x = 6;
#pragma omp task depend(in : x) shared(x, n)
    n = x;
#pragma omp taskwait
  }
  CHECK_EQ (n, 6);
#pragma omp target map(always, tofrom : global)
  global++;
  CHECK_EQ (global, 4);
  int host = omp_get_initial_device ();
  int *p = omp_target_alloc (sizeof *p * 10, host);
  CHECK (p != NULL);
  CHECK_EQ (omp_target_memcpy (p, a, 40, 0, 4, host, host), 0);
  CHECK_EQ (p[9], a[10]);
  CHECK (omp_target_is_present (p, host));
  omp_target_free (p, host);
  return 0;
}
