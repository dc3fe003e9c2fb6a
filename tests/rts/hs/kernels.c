#define _GNU_SOURCE
#include "kernels.h"

#include <dlfcn.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

long
kernel_sum (int threads, long n)
{
  long sum = 0;

  if (threads > 0)
    {
#pragma omp parallel for reduction(+ : sum) num_threads(threads)
      for (long i = 0; i < n; i++)
        sum += i;
    }
  else
    {
#pragma omp parallel for reduction(+ : sum)
      for (long i = 0; i < n; i++)
        sum += i;
    }
  return sum;
}

long
kernel_task_sum (int threads, long n)
{
  long sum = 0;

#pragma omp parallel num_threads(threads)
#pragma omp single
  for (long first = 0; first < n; first += 100)
#pragma omp task firstprivate(first) shared(sum)
    {
      long part = 0;
      for (long i = first; i < first + 100 && i < n; i++)
        part += i;
#pragma omp atomic
      sum += part;
    }
  return sum;
}

int
kernel_team (int threads)
{
  int size = 0;

  if (threads > 0)
    {
#pragma omp parallel num_threads(threads)
#pragma omp single
      size = omp_get_num_threads ();
    }
  else
    {
#pragma omp parallel
#pragma omp single
      size = omp_get_num_threads ();
    }
  return size;
}

int
kernel_each (int threads, int times, kernel_call call)
{
  int calls = 0;

#pragma omp parallel num_threads(threads) reduction(+ : calls)
  for (int i = 0; i < times; i++)
    {
      call (omp_get_thread_num ());
      calls++;
    }
  return calls;
}

static int inside, released;

int
kernel_hold (int threads)
{
  int members = 0;

#pragma omp parallel num_threads(threads) reduction(+ : members)
  {
    __atomic_add_fetch (&inside, 1, __ATOMIC_ACQ_REL);
    while (!__atomic_load_n (&released, __ATOMIC_ACQUIRE))
      ;
    members++;
  }
  return members;
}

void
kernel_release (void)
{
  __atomic_store_n (&released, 1, __ATOMIC_RELEASE);
}

int
kernel_inside (void)
{
  return __atomic_load_n (&inside, __ATOMIC_ACQUIRE);
}

void
kernel_exit_inside (int threads, int status)
{
#pragma omp parallel num_threads(threads)
  {
    if (omp_get_thread_num () == omp_get_num_threads () - 1)
      exit (status);
#pragma omp barrier
  }
}

static int finalized;

void *
kernel_make (void)
{
  return malloc (64);
}

void
kernel_finalize (void *memory)
{
  free (memory);
  if (kernel_sum (4, 10000) == 49995000 && kernel_team (4) == 4)
    __atomic_add_fetch (&finalized, 1, __ATOMIC_ACQ_REL);
}

int
kernel_finalized (void)
{
  return __atomic_load_n (&finalized, __ATOMIC_ACQUIRE);
}

/* Where the runtime is part of the executable (the cabal package) the dynamic linker may not know
 * its names, and the static linker does. */
extern long ghc_omp_regions_served (void) __attribute__ ((weak));
extern void GOMP_parallel (void (*) (void *), void *, unsigned, unsigned);

int
kernel_served_by_ghcomp (void)
{
  void *counter = dlsym (RTLD_DEFAULT, "ghc_omp_regions_served");
  void *parallel = dlsym (RTLD_DEFAULT, "GOMP_parallel");
  Dl_info ours, theirs;

  if (counter == NULL)
    counter = (void *) ghc_omp_regions_served;
  if (parallel == NULL)
    parallel = (void *) GOMP_parallel;
  return counter != NULL && parallel != NULL && dladdr (counter, &ours) != 0
         && dladdr (parallel, &theirs) != 0 && ours.dli_fbase == theirs.dli_fbase;
}

const char *
kernel_backend (void)
{
  void *symbol = dlsym (RTLD_DEFAULT, "ghc_omp_backend");
  const char *(*backend) (void);

  if (symbol == NULL)
    return "";
  memcpy (&backend, &symbol, sizeof backend);
  return backend ();
}
