/* What calls.hs calls: a function that does next to nothing, and the loop that C itself would make. */
int calls_next (int x);
__attribute__ ((noinline, noipa)) int
calls_next (int x)
{
  return x + 1;
}

void calls_loop (int (*fn) (int), const int *args, int *results, long n);
void
calls_loop (int (*fn) (int), const int *args, int *results, long n)
{
  for (long i = 0; i < n; i++)
    results[i] = fn (args[i]);
}
