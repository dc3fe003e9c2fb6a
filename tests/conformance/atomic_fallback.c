/* GOMP_atomic_start and GOMP_atomic_end exclude each other. */
#include <omp.h>
#include "check.h"

void GOMP_atomic_start (void);
void GOMP_atomic_end (void);

int
main (void)
{
  struct { long a, b, c; } value = { 0, 0, 0 };
#pragma omp parallel num_threads(8)
  for (int i = 0; i < 5000; i++)
    {
      GOMP_atomic_start ();
      CHECK (value.a == value.b && value.b == value.c);
      value.a++, value.b++, value.c++;
      GOMP_atomic_end ();
    }
  CHECK_EQ (value.a, value.b);
  CHECK_EQ (value.a, 5000L * 8);
  return 0;
}
