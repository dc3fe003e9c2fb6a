/* What a program needs of MPI, as functions of plain C types: MPI's own handles are macros whose
 * types differ between MPICH and Open MPI, which a foreign import cannot name. */
#ifndef DEMO_MPI_SHIM_H
#define DEMO_MPI_SHIM_H

/* MPI_Init_thread with MPI_THREAD_FUNNELED; 0, or 1 when MPI offers less.  All further calls come
 * from the same OS thread. */
int shim_start (void);
int shim_rank (void);
int shim_ranks (void);

/* Send rows 1 and rows of a band to the ranks before and after, and receive their rows into rows 0
 * and rows + 1. */
void shim_halo (int columns, int rows, double *band);

/* Sum over all ranks, modulo 2^64; and the largest of all ranks. */
unsigned long shim_sum (unsigned long value);
int shim_most (int value);
void shim_barrier (void);
void shim_end (void);

#endif
