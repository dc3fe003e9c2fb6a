/* Heat on a grid whose rows are split among the ranks of an MPI program. */
#ifndef DEMO_MPI_KERNELS_H
#define DEMO_MPI_KERNELS_H

/* One step on rows 1..rows of a band of rows + 2 rows; the first and last row and column stay. */
void heat_step (int columns, int rows, const double *old, double *fresh);

/* The first state: global row number first + 0 is the band's row 0. */
void heat_start (int columns, int rows, int first, double *band);

/* A checksum of rows 1..rows that does not depend on how rows are split. */
unsigned long heat_checksum (int columns, int rows, int first, const double *band);

/* The checksum after some steps on the whole grid, without OpenMP and without MPI. */
unsigned long heat_serial (int columns, int rows, int steps);

/* CPUs that this process may use, and the team that a region without num_threads gets. */
int heat_cpus (void);
int heat_team (void);

#endif
