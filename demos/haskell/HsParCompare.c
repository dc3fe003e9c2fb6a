/* The OpenMP half of HsParCompare. */

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
collatz_serial (long limit)
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
collatz (int threads, long limit, long chunk)
{
  long longest = 0;

#pragma omp parallel for schedule(dynamic, chunk) reduction(max : longest) num_threads(threads)
  for (long n = 1; n < limit; n++)
    {
      long length = chain_length (n);
      if (length > longest)
        longest = length;
    }
  return longest;
}
