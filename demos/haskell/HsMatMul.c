/* The OpenMP half of HsMatMul: c = a b for square matrices of doubles, stored by rows. */

void
matmul (int threads, int n, const double *restrict a, const double *restrict b, double *restrict c)
{
#pragma omp parallel for schedule(static) num_threads(threads)
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        c[i * n + j] = 0;
      for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
          c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}
