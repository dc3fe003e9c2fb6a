/* The OpenMP half of HsCrossover: one loop, with a region and without. */

static inline long
square_mod (long i)
{
  return i * i % 1000003;
}

long
crossover_serial (long limit)
{
  long sum = 0;

  for (long i = 0; i < limit; i++)
    sum += square_mod (i);
  return sum;
}

long
crossover (int threads, long limit)
{
  long sum = 0;

#pragma omp parallel for schedule(static) reduction(+ : sum) num_threads(threads)
  for (long i = 0; i < limit; i++)
    sum += square_mod (i);
  return sum;
}
