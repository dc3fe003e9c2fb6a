/* The OpenMP half of HsMain: ordinary loops, compiled with gcc -fopenmp. Every kernel exists once
 * with OpenMP and once without, and works on integers so that both must agree exactly. */
#include <omp.h>

typedef long (*step_fn) (long index, int thread);

/* Work of very unequal cost: the length of the Collatz chain that starts at n. */
static long
chain_length (long n)
{
  long steps = 0;

  while (n != 1)
    {
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
      steps++;
    }
  return steps;
}

long
kernel_collatz_serial (long limit)
{
  long longest = 0;

  for (long n = 1; n < limit; n++)
    {
      long length = chain_length (n);
      if (length > longest)
        longest = length;
    }
  return longest;
}

long
kernel_collatz (int threads, long limit)
{
  long longest = 0;

#pragma omp parallel for schedule(dynamic, 512) reduction(max : longest) num_threads(threads)
  for (long n = 1; n < limit; n++)
    {
      long length = chain_length (n);
      if (length > longest)
        longest = length;
    }
  return longest;
}

/* Even work: the sum of the squares modulo a prime. */
static inline long
square_mod (long i)
{
  return i * i % 1000003;
}

long
kernel_squares_serial (long limit)
{
  long sum = 0;

  for (long i = 0; i < limit; i++)
    sum += square_mod (i);
  return sum;
}

long
kernel_squares (int threads, long limit)
{
  long sum = 0;

#pragma omp parallel for schedule(static) reduction(+ : sum) num_threads(threads)
  for (long i = 0; i < limit; i++)
    sum += square_mod (i);
  return sum;
}

/* Calls a Haskell function from all threads of a team, once per index. */
long
kernel_each (int threads, long limit, step_fn step)
{
  long sum = 0;

#pragma omp parallel for schedule(static) reduction(+ : sum) num_threads(threads)
  for (long i = 0; i < limit; i++)
    sum += step (i, omp_get_thread_num ());
  return sum;
}

/* How many threads a region gets when the program does not say. */
int
kernel_default_team (void)
{
  int size = 0;

#pragma omp parallel
#pragma omp single
  size = omp_get_num_threads ();
  return size;
}
