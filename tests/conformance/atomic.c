/* atomic: forms and types, with the fallback for long double. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  int i = 0, captured = 0;
  unsigned char small = 0;
  double d = 0;
  long double ld = 0;
  float f = 0;
  unsigned long long u = 1;
  omp_set_dynamic (0);
#pragma omp parallel num_threads(8) reduction(+ : captured)
  for (int r = 0; r < 1000; r++)
    {
      int old;
#pragma omp atomic
      i++;
#pragma omp atomic
      small += 3;
#pragma omp atomic
      d += 0.5;
#pragma omp atomic
      ld = ld + 0.25L;
#pragma omp atomic seq_cst
      f += 1;
#pragma omp atomic
      u ^= 2;
#pragma omp atomic capture
      {
        old = i;
        i = i + 0;
      }
      captured += old > 0;
      long double seen;
#pragma omp atomic read
      seen = ld;
      CHECK (seen > 0 && seen <= 2000);
    }
  CHECK_EQ (i, 8000);
  CHECK_EQ (small, 8000 * 3 & 255);
  CHECK (d == 4000);
  CHECK (ld == 2000);
  CHECK (f == 8000);
  CHECK_EQ (u, 1);
  CHECK_EQ (captured, 8000);
  return 0;
}
