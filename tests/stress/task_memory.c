// REF: skip-libgomp the bounds are promises of this library
// LIMIT: 240
/* Memory stays bounded: many tasks from one producer, recursion without a cut-off, a long chain of dependences.
   With STRESS_SECONDS of 15 or more: ten million tasks, fib 32, a million links; else a tenth. */
#include <omp.h>
#include <sys/resource.h>
#include "check.h"

static long
fib (int n)
{
  long a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fib (n - 1);
#pragma omp task shared(b)
  b = fib (n - 2);
#pragma omp taskwait
  return a + b;
}

static void
bounded (const char *what, int threads)
{
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  printf ("%s, %d threads: %ld kB\n", what, threads, usage.ru_maxrss);
  CHECK (usage.ru_maxrss < 256 * 1024);
}

int
main (void)
{
  int full = check_budget () >= 15;
  long tasks = full ? 10000000 : 1000000, links = full ? 1000000 : 100000;
  omp_set_dynamic (0);
  for (int n = 1; n <= 4; n *= 2)
    {
      long done = 0, chain = 0, fibonacci = 0, wide = 0;
#pragma omp parallel num_threads(n) reduction(+ : done)
      {
#pragma omp single
        for (long i = 0; i < tasks; i++)
          {
#pragma omp task shared(wide) firstprivate(i)
            if (i % 1000 == 0)
              {
#pragma omp atomic
                wide++;
              }
          }
        done++;
      }
      CHECK_EQ (done, n);
      CHECK_EQ (wide, tasks / 1000);
      bounded ("tasks of one producer", n);
#pragma omp parallel num_threads(n)
#pragma omp single
      fibonacci = fib (full ? 32 : 27);
      CHECK_EQ (fibonacci, full ? 2178309 : 196418);
      bounded ("fib", n);
#pragma omp parallel num_threads(n)
#pragma omp single
      for (long i = 0; i < links; i++)
        {
#pragma omp task depend(inout : chain) shared(chain) firstprivate(i)
          if (chain == i)
            chain++;
        }
      CHECK_EQ (chain, links);
      bounded ("a chain of dependences", n);
      /* many addresses, each used once: the table must forget */
      static char address[1 << 16];
#pragma omp parallel num_threads(n)
#pragma omp single
      for (long i = 0; i < links; i++)
        {
#pragma omp task depend(out : address[i & 0xffff]) depend(in : address[(i * 7) & 0xffff])
          {
          }
        }
      bounded ("many addresses", n);
    }
  return 0;
}
