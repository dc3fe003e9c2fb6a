/* A hybrid program: MPI between ranks, OpenMP inside each.  Ends with 0 if all ranks together have
 * computed what one thread computes, on teams of the size that their CPUs allow.
 *   halo [ghcomp|libgomp]: the runtime that the caller expects */
#include "kernels.h"
#include "provenance.h"
#include "shim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 384, ROWS = 512, STEPS = 200 };

int
main (int argc, char **argv)
{
  if (shim_start () != 0)
    return 1;
  int rank = shim_rank (), ranks = shim_ranks (), wrong = 0;
  int first = ROWS * rank / ranks, rows = ROWS * (rank + 1) / ranks - first;
  size_t bytes = sizeof (double) * COLUMNS * (size_t) (rows + 2);
  double *old = malloc (bytes), *fresh = malloc (bytes), *other;
  if (old == NULL || fresh == NULL)
    return 1;
  heat_start (COLUMNS, rows, first, old);
  memcpy (fresh, old, bytes);
  for (int step = 0; step < STEPS; step++)
    {
      heat_step (COLUMNS, rows, old, fresh);
      shim_halo (COLUMNS, rows, fresh);
      other = old, old = fresh, fresh = other;
    }
  unsigned long sum = shim_sum (heat_checksum (COLUMNS, rows, first, old));

  int cpus = heat_cpus (), team = heat_team ();
  if (getenv ("OMP_NUM_THREADS") == NULL && team != cpus)
    wrong = 1;
  for (int turn = 0; turn < ranks; turn++)
    {
      if (turn == rank)
        {
          printf ("  rank %d of %d: %d CPUs, teams of %d%s\n", rank, ranks, cpus, team, wrong ? "  WRONG" : "");
          if (rank == 0 && argc > 1)
            wrong |= demo_report (argv[1], team > 1 ? STEPS : 0);
          fflush (stdout);
        }
      shim_barrier ();
    }
  if (rank == 0)
    {
      unsigned long serial = heat_serial (COLUMNS, ROWS, STEPS);
      printf ("  checksum %016lx, one thread alone %016lx%s\n", sum, serial, sum == serial ? "" : "  WRONG");
      wrong |= sum != serial;
    }
  wrong = shim_most (wrong);
  shim_end ();
  return wrong;
}
