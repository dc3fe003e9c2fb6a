/* The C half of the demonstrations of arrays: ordinary OpenMP loops. */
#include <stddef.h>

/* x = factor * x for each element. */
void
arrays_scale (double factor, double *x, size_t size)
{
#pragma omp parallel for
  for (size_t i = 0; i < size; i++)
    x[i] *= factor;
}

/* y = x squared. */
void
arrays_square (const double *x, double *y, size_t size)
{
#pragma omp parallel for
  for (size_t i = 0; i < size; i++)
    y[i] = x[i] * x[i];
}

double
arrays_sum (const double *x, size_t size)
{
  double sum = 0;

#pragma omp parallel for reduction(+ : sum)
  for (size_t i = 0; i < size; i++)
    sum += x[i];
  return sum;
}

void
arrays_increment (double *x, size_t size)
{
  arrays_scale (1, x, size);
#pragma omp parallel for
  for (size_t i = 0; i < size; i++)
    x[i] += 1;
}

/* Address of the memory, as a number: to see that nothing was copied. */
size_t
arrays_address (const double *x)
{
  return (size_t) x;
}
