/* Complex 2-D and real 1-D transforms with FFTW's OpenMP threads, there and back. */
#include <complex.h>
#include <fftw3.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  int threads = argc > 1 ? atoi (argv[1]) : 2, n = 1024, length = 1 << 20;
  if (!fftw_init_threads ())
    return 1;
  fftw_plan_with_nthreads (threads);
  size_t size = (size_t) n * (size_t) n;
  fftw_complex *in = fftw_alloc_complex (size), *out = fftw_alloc_complex (size);
  double *line = fftw_alloc_real ((size_t) length);
  fftw_complex *spectrum = fftw_alloc_complex ((size_t) length / 2 + 1);
  fftw_plan there = fftw_plan_dft_2d (n, n, in, out, FFTW_FORWARD, FFTW_ESTIMATE);
  fftw_plan back = fftw_plan_dft_2d (n, n, out, in, FFTW_BACKWARD, FFTW_ESTIMATE);
  fftw_plan real = fftw_plan_dft_r2c_1d (length, line, spectrum, FFTW_ESTIMATE);
  for (size_t i = 0; i < size; i++)
    in[i] = sin (0.001 * (double) i) + I * cos (0.0007 * (double) i);
  for (int i = 0; i < length; i++)
    line[i] = sin (0.01 * i) + 0.25 * cos (0.3 * i);
  double sum = 0;
  for (int round = 0; round < 12; round++)
    {
      fftw_execute (there);
      sum += cabs (out[(size_t) round * 77]);
      fftw_execute (back);
      for (size_t i = 0; i < size; i++)
        in[i] /= (double) size;
      fftw_execute (real);
      sum += cabs (spectrum[1000 + round]);
    }
  double worst = 0;
  for (size_t i = 0; i < size; i++)
    worst = fmax (worst, cabs (in[i] - (sin (0.001 * (double) i) + I * cos (0.0007 * (double) i))));
  printf ("sum %.12g\nreturns: %s\n", sum, worst < 1e-9 ? "yes" : "no");
  return 0;
}
