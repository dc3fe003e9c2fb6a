#include "shim.h"

#include <mpi.h>
#include <stddef.h>

int
shim_start (void)
{
  int level;
  MPI_Init_thread (NULL, NULL, MPI_THREAD_FUNNELED, &level);
  return level < MPI_THREAD_FUNNELED;
}

int
shim_rank (void)
{
  int rank;
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  return rank;
}

int
shim_ranks (void)
{
  int ranks;
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  return ranks;
}

void
shim_halo (int columns, int rows, double *band)
{
  int rank = shim_rank (), ranks = shim_ranks ();
  int before = rank > 0 ? rank - 1 : MPI_PROC_NULL, after = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  size_t row = (size_t) columns;
  MPI_Sendrecv (band + row, columns, MPI_DOUBLE, before, 1, band + row * (size_t) (rows + 1), columns,
                MPI_DOUBLE, after, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv (band + row * (size_t) rows, columns, MPI_DOUBLE, after, 2, band, columns, MPI_DOUBLE,
                before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

unsigned long
shim_sum (unsigned long value)
{
  unsigned long sum;
  MPI_Allreduce (&value, &sum, 1, MPI_UNSIGNED_LONG, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

int
shim_most (int value)
{
  int most;
  MPI_Allreduce (&value, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return most;
}

void
shim_barrier (void)
{
  MPI_Barrier (MPI_COMM_WORLD);
}

void
shim_end (void)
{
  MPI_Finalize ();
}
