/* MPI_THREAD_MULTIPLE: several threads of each rank run parallel regions at once, and every thread
 * of every region sends a message around the ring of ranks.  Ends with 0 if all messages arrived. */
#include <mpi.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

enum { HOSTS = 3, TEAM = 2, ROUNDS = 100 };

static int rank, ranks;
static long wrong;
static MPI_Comm ring[HOSTS];

static void *
host (void *argument)
{
  int number = *(int *) argument;
  long bad = 0;
  for (int round = 0; round < ROUNDS; round++)
#pragma omp parallel num_threads(TEAM) reduction(+ : bad)
    {
      int self = omp_get_thread_num (), after = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
      long sent = ((long) round * ranks + rank) * 100 + number * 10 + self, got = -1;
      if (omp_get_num_threads () != TEAM)
        bad++;
      MPI_Sendrecv (&sent, 1, MPI_LONG, after, self, &got, 1, MPI_LONG, before, self, ring[number], MPI_STATUS_IGNORE);
      if (got != ((long) round * ranks + before) * 100 + number * 10 + self)
        bad++;
    }
#pragma omp atomic
  wrong += bad;
  return NULL;
}

int
main (int argc, char **argv)
{
  int level, numbers[HOSTS];
  long all;
  pthread_t threads[HOSTS];
  MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  if (level < MPI_THREAD_MULTIPLE)
    {
      if (rank == 0)
        printf ("  skipped: this MPI has no MPI_THREAD_MULTIPLE\n");
      MPI_Finalize ();
      return 77;
    }
  for (int i = 0; i < HOSTS; i++)
    MPI_Comm_dup (MPI_COMM_WORLD, &ring[i]);
  for (int i = 0; i < HOSTS; i++)
    {
      numbers[i] = i;
      if (pthread_create (&threads[i], NULL, host, &numbers[i]) != 0)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  for (int i = 0; i < HOSTS; i++)
    pthread_join (threads[i], NULL);
  MPI_Allreduce (&wrong, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    printf ("  %d ranks, %d threads with regions of %d each, %d rounds: %s\n", ranks, HOSTS, TEAM, ROUNDS,
            all == 0 ? "all messages arrived" : "WRONG");
  MPI_Finalize ();
  return all != 0;
}
