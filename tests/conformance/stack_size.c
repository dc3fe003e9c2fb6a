// ENV: OMP_STACKSIZE=32M OMP_DYNAMIC=false
/* OMP_STACKSIZE holds for workers: 20 MB of local data each. */
#include <omp.h>
#include "check.h"

static __attribute__ ((noinline)) int
deep (void)
{
  volatile char room[20 << 20];
  for (size_t i = 0; i < sizeof room; i += 4096)
    room[i] = 1;
  return room[4096 * 100];
}

int
main (void)
{
  int sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  if (omp_get_thread_num ()) /* the primary's stack is the system's affair */
    sum += deep ();
  CHECK_EQ (sum, 3);
  return 0;
}
