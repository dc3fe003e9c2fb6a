/* The OpenMP half of HsCallback: every index is handed to a function given by pointer. */

typedef long (*call_fn) (long index);

long
callback_each (int threads, long limit, call_fn call)
{
  long sum = 0;

#pragma omp parallel for schedule(static) reduction(+ : sum) num_threads(threads)
  for (long i = 0; i < limit; i++)
    sum += call (i);
  return sum;
}

static long
plus_one (long index)
{
  return index + 1;
}

/* The same without Haskell: what the loop and a call by pointer cost. */
long
callback_none (int threads, long limit)
{
  call_fn volatile call = plus_one;

  return callback_each (threads, limit, call);
}
