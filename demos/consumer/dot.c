/* An ordinary OpenMP kernel. */
double
dot (long n, const double *x, const double *y)
{
  double sum = 0;

#pragma omp parallel for reduction(+ : sum)
  for (long i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}
