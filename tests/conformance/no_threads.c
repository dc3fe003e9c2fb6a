// ENV: OMP_DYNAMIC=false
// REF: skip-libgomp it ends the process when a thread cannot be made
/* Threads that cannot be made: the team is smaller and the program goes on. */
#include <omp.h>
#include <sys/resource.h>
#include <unistd.h>
#include "check.h"

int
main (void)
{
  struct rlimit limit;
  /* too little address space for the stacks, whoever runs this */
  CHECK (getrlimit (RLIMIT_AS, &limit) == 0);
  int n = 0, size = 0;
#pragma omp parallel num_threads(2) reduction(+ : n)
  n++;
  CHECK_EQ (n, 2);
  usleep (300000); /* an RTS that has just been started makes its last threads; it needs its room */
  FILE *file = fopen ("/proc/self/statm", "r");
  long pages = 0;
  CHECK (file && fscanf (file, "%ld", &pages) == 1);
  fclose (file);
  if (pages > (1L << 40) / 4096 * 4)
    SKIP ("the address space in use is huge already");
  limit.rlim_cur = (rlim_t) pages * 4096 + (96 << 20);
  CHECK (setrlimit (RLIMIT_AS, &limit) == 0);
  n = 0;
#pragma omp parallel num_threads(200) reduction(+ : n)
  {
#pragma omp single
    size = omp_get_num_threads ();
    n++;
  }
  CHECK_EQ (n, size);
  fprintf (stderr, "%d of 200 threads\n", n);
  CHECK (n >= 1 && n < 200);
  n = 0;
#pragma omp parallel num_threads(2) reduction(+ : n)
  n++;
  CHECK (n >= 1 && n <= 2);
  return 0;
}
