/* OpenMP code for the tests of arrays. Sums wrap around, as Int64 does. */
#include "array_kernels.h"

#include <stdlib.h>
#include <string.h>

void
kernel_add (int64_t step, int64_t *elements, size_t size)
{
#pragma omp parallel for num_threads(2) if (size > 8)
  for (size_t i = 0; i < size; i++)
    elements[i] = (int64_t) ((uint64_t) elements[i] + (uint64_t) step);
}

void
kernel_double (int64_t *elements, size_t size)
{
  for (size_t i = 0; i < size; i++)
    elements[i] = (int64_t) (2 * (uint64_t) elements[i]);
}

void
kernel_copy_negated (const int64_t *in, int64_t *out, size_t size)
{
  for (size_t i = 0; i < size; i++)
    out[i] = (int64_t) -(uint64_t) in[i];
}

int64_t
kernel_total (const int64_t *elements, size_t size)
{
  uint64_t sum = 0;

#pragma omp parallel for num_threads(2) reduction(+ : sum) if (size > 8)
  for (size_t i = 0; i < size; i++)
    sum += (uint64_t) elements[i];
  return (int64_t) sum;
}

/* Reads the same element again and again: memory that was moved or freed meanwhile shows. */
int64_t
kernel_slow_total (const int64_t *elements, size_t size)
{
  uint64_t sum = 0;

  for (int round = 0; round < 2000; round++)
    for (size_t i = 0; i < size; i++)
      sum += (uint64_t) ((const volatile int64_t *) elements)[i];
  return (int64_t) (sum / 2000);
}

static size_t poisoned;

void
kernel_poison (size_t *size, int64_t *elements)
{
  memset (elements, 0xdd, *size * sizeof *elements);
  free (elements);
  free (size);
  __atomic_add_fetch (&poisoned, 1, __ATOMIC_RELAXED);
}

size_t
kernel_poisoned (void)
{
  return __atomic_load_n (&poisoned, __ATOMIC_RELAXED);
}
