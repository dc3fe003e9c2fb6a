#define _GNU_SOURCE
#include "kernels.h"

#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static inline size_t
at (int columns, int row, int column)
{
  return (size_t) row * (size_t) columns + (size_t) column;
}

/* Every point is computed from the same four numbers in the same order, however the rows are split:
 * the results are equal bit for bit. */
static inline double
point (int columns, const double *old, int row, int column)
{
  return 0.25 * (old[at (columns, row - 1, column)] + old[at (columns, row + 1, column)]
                 + old[at (columns, row, column - 1)] + old[at (columns, row, column + 1)]);
}

void
heat_step (int columns, int rows, const double *old, double *fresh)
{
#pragma omp parallel for schedule(static)
  for (int row = 1; row <= rows; row++)
    for (int column = 1; column < columns - 1; column++)
      fresh[at (columns, row, column)] = point (columns, old, row, column);
}

void
heat_start (int columns, int rows, int first, double *band)
{
#pragma omp parallel for schedule(static)
  for (int row = 0; row < rows + 2; row++)
    for (int column = 0; column < columns; column++)
      band[at (columns, row, column)] = (double) ((first + row) * 31 % 17) + (double) (column * 7 % 13);
}

static unsigned long
mix (int columns, int row, int first, const double *band)
{
  unsigned long sum = 0, bits;
  for (int column = 0; column < columns; column++)
    {
      memcpy (&bits, &band[at (columns, row, column)], sizeof bits);
      sum += bits * (2 * ((unsigned long) (first + row) * (unsigned long) columns + (unsigned long) column) + 1);
    }
  return sum;
}

unsigned long
heat_checksum (int columns, int rows, int first, const double *band)
{
  unsigned long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int row = 1; row <= rows; row++)
    sum += mix (columns, row, first, band);
  return sum;
}

unsigned long
heat_serial (int columns, int rows, int steps)
{
  size_t bytes = sizeof (double) * (size_t) columns * (size_t) (rows + 2);
  double *old = malloc (bytes), *fresh = malloc (bytes), *other;
  unsigned long sum = 0;
  if (old == NULL || fresh == NULL)
    abort ();
  for (int row = 0; row < rows + 2; row++)
    for (int column = 0; column < columns; column++)
      old[at (columns, row, column)] = (double) (row * 31 % 17) + (double) (column * 7 % 13);
  memcpy (fresh, old, bytes);
  for (int step = 0; step < steps; step++)
    {
      for (int row = 1; row <= rows; row++)
        for (int column = 1; column < columns - 1; column++)
          fresh[at (columns, row, column)] = point (columns, old, row, column);
      other = old, old = fresh, fresh = other;
    }
  for (int row = 1; row <= rows; row++)
    sum += mix (columns, row, 0, old);
  free (old);
  free (fresh);
  return sum;
}

int
heat_cpus (void)
{
  cpu_set_t set;
  return sched_getaffinity (0, sizeof set, &set) == 0 ? CPU_COUNT (&set) : 0;
}

int
heat_team (void)
{
  int team = 0;
#pragma omp parallel
#pragma omp single
  team = omp_get_num_threads ();
  return team;
}
