/* The OpenMP half of HsConcurrent: an ordinary loop. */

long
concurrent_sum (int threads, long limit)
{
  long sum = 0;

#pragma omp parallel for schedule(static) reduction(+ : sum) num_threads(threads)
  for (long i = 0; i < limit; i++)
    sum += i * i % 1000003;
  return sum;
}
