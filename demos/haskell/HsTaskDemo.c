/* The OpenMP half of HsTaskDemo: task trees, and tasks ordered by what they read and write. */
#include <omp.h>
#include <stdlib.h>

static long
fib (int n, int serial)
{
  long a, b;

  if (n < 2)
    return n;
#pragma omp task shared(a) if (n > serial)
  a = fib (n - 1, serial);
  b = fib (n - 2, serial);
#pragma omp taskwait
  return a + b;
}

/* The nth Fibonacci number; calls for numbers above serial are tasks. */
long
task_fib (int threads, int n, int serial)
{
  long result = 0;

#pragma omp parallel num_threads(threads)
#pragma omp single
  result = fib (n, serial);
  return result;
}

/* columns, up, down: bit sets of what the queens so far attack in this row. */
static long
queens (int size, int row, unsigned columns, unsigned up, unsigned down)
{
  long found = 0;

  if (row == size)
    return 1;
  for (int column = 0; column < size; column++)
    {
      unsigned bit = 1u << column;
      if ((columns | up | down) & bit)
        continue;
#pragma omp task shared(found) if (row < 3)
      {
        long below = queens (size, row + 1, columns | bit, (up | bit) << 1, (down | bit) >> 1);
#pragma omp atomic
        found += below;
      }
    }
#pragma omp taskwait
  return found;
}

/* In how many ways size queens fit on their board. */
long
task_queens (int threads, int size)
{
  long found = 0;

#pragma omp parallel num_threads(threads)
#pragma omp single
  found = queens (size, 0, 0, 0, 0);
  return found;
}

/* The number of paths to the far corner of a size x size lattice: each cell waits for the cell above
 * and the cell to the left. -1: no memory. */
long
task_wavefront (int threads, int size)
{
  long *cell = malloc ((size_t) size * (size_t) size * sizeof *cell), last;

  if (cell == NULL)
    return -1;
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++)
      {
        long *here = &cell[i * size + j];
        long *above = i > 0 ? here - size : here, *left = j > 0 ? here - 1 : here;
#pragma omp task depend(in : *above, *left) depend(out : *here) firstprivate(here, above, left)
        *here = above == here || left == here ? 1 : *above + *left;
      }
  last = cell[size * size - 1];
  free (cell);
  return last;
}

typedef long (*visit_fn) (int depth, int thread, long index);

static void
visit_tree (int depth, long index, visit_fn visit, long *sum)
{
  long value;

  if (depth > 0)
    for (int side = 1; side <= 2; side++)
#pragma omp task
      visit_tree (depth - 1, 2 * index + side, visit, sum);
  value = visit (depth, omp_get_thread_num (), index);
#pragma omp atomic
  *sum += value;
}

/* Calls visit in a task of its own for each node of a full binary tree, numbered by rows from 0;
 * returns the sum of the results. */
long
task_tree (int threads, int depth, visit_fn visit)
{
  long sum = 0;

#pragma omp parallel num_threads(threads)
#pragma omp single
  visit_tree (depth, 0, visit, &sum);
  return sum;
}
