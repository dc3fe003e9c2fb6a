/* omp_capture_affinity and the affinity format. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  char buffer[100], small[4];
  size_t need;
  omp_set_affinity_format ("n=%n N=%N L=%L");
  CHECK_EQ (omp_get_affinity_format (buffer, sizeof buffer), 14);
  CHECK (!strcmp (buffer, "n=%n N=%N L=%L"));
  omp_set_dynamic (0);
#pragma omp parallel num_threads(3) private(buffer, need)
  {
    char want[100];
    need = omp_capture_affinity (buffer, sizeof buffer, NULL);
    sprintf (want, "n=%d N=3 L=1", omp_get_thread_num ());
    CHECK (!strcmp (buffer, want));
    CHECK_EQ (need, strlen (want));
    omp_capture_affinity (buffer, sizeof buffer, "[%0.4n|%.3n|%4{thread_num}|%%|%{num_threads}]");
    sprintf (want, "[%04d|%3d|%-4d|%%|3]", omp_get_thread_num (), omp_get_thread_num (), omp_get_thread_num ());
    CHECK (!strcmp (buffer, want));
  }
  need = omp_capture_affinity (small, sizeof small, "%N%N%N%N%N%N");
  CHECK_EQ (need, 6);
  CHECK (!strcmp (small, "111"));
  omp_capture_affinity (buffer, sizeof buffer, "%P");
  CHECK_EQ (atol (buffer), getpid ());
  return 0;
}
