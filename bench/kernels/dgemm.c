/* dgemm THREADS [SIZE...]: C = A * B of square matrices of doubles, blocked, one OpenMP loop over
 * the blocks of C.  Prints "dgemm-SIZE THREADS SECONDS", the time of one multiplication (small
 * ones are repeated), after entries of C were compared with plain dot products.
 * A wrong entry ends the program with status 1.  Sizes: 128 256 512 1024 unless given. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64, MAX_SIZE = 8192, CHECKS = 200 };
#define TARGET_S 0.02

static int threads;

static int
min (int a, int b)
{
  return a < b ? a : b;
}

/* The block of C at (i0, j0).  The four rows of the inner loops share each load of B. */
static void
block (int n, int i0, int j0, const double *a, const double *b, double *c)
{
  int i1 = min (i0 + BLOCK, n), j1 = min (j0 + BLOCK, n), width = j1 - j0;
  for (int i = i0; i < i1; i++)
    memset (c + (size_t) i * n + j0, 0, sizeof (double) * width);
  for (int k0 = 0; k0 < n; k0 += BLOCK) {
    int k1 = min (k0 + BLOCK, n), i = i0;
    for (; i + 4 <= i1; i += 4) {
      double *restrict c0 = c + (size_t) i * n + j0, *restrict c1 = c0 + n;
      double *restrict c2 = c1 + n, *restrict c3 = c2 + n;
      const double *row = a + (size_t) i * n;
      for (int k = k0; k < k1; k++) {
        const double *restrict bk = b + (size_t) k * n + j0;
        double a0 = row[k], a1 = row[n + k], a2 = row[2 * n + k], a3 = row[3 * n + k];
#pragma omp simd
        for (int j = 0; j < width; j++) {
          c0[j] += a0 * bk[j];
          c1[j] += a1 * bk[j];
          c2[j] += a2 * bk[j];
          c3[j] += a3 * bk[j];
        }
      }
    }
    for (; i < i1; i++)
      for (int k = k0; k < k1; k++)
        for (int j = 0; j < width; j++)
          c[(size_t) i * n + j0 + j] += a[(size_t) i * n + k] * b[(size_t) k * n + j0 + j];
  }
}

static void
multiply (int n, const double *a, const double *b, double *c)
{
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
  for (int i0 = 0; i0 < n; i0 += BLOCK)
    for (int j0 = 0; j0 < n; j0 += BLOCK)
      block (n, i0, j0, a, b, c);
}

static unsigned
next_random (unsigned *state)
{
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

static int
wrong_entries (int n, const double *a, const double *b, const double *c)
{
  unsigned state = 7;
  int wrong = 0;
  for (int s = 0; s < CHECKS; s++) {
    int i = (int) (next_random (&state) % (unsigned) n);
    int j = (int) (next_random (&state) % (unsigned) n);
    double sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[(size_t) i * n + k] * b[(size_t) k * n + j];
    wrong += !(fabs (sum - c[(size_t) i * n + j]) <= 1e-12 * n);
  }
  return wrong;
}

static double *
matrix (int n, unsigned seed)
{
  double *m = aligned_alloc (64, ((size_t) n * n * sizeof (double) + 63) & ~(size_t) 63);
  if (!m) {
    fprintf (stderr, "dgemm: out of memory\n");
    exit (1);
  }
  for (size_t i = 0; i < (size_t) n * n; i++)
    m[i] = next_random (&seed) / (double) (1 << 24) - 0.5;
  return m;
}

static int
measure (int n)
{
  double *a = matrix (n, 1), *b = matrix (n, 2), *c = matrix (n, 3);
  double start = omp_get_wtime ();
  multiply (n, a, b, c);
  double spent = omp_get_wtime () - start;
  int wrong = wrong_entries (n, a, b, c);
  int reps = spent < TARGET_S ? min ((int) (TARGET_S / (spent + 1e-9)) + 1, 1000) : 1;
  /* Nothing of the first product may stand in for the timed one. */
  for (size_t i = 0; i < (size_t) n * n; i++)
    c[i] = NAN;
  start = omp_get_wtime ();
  for (int r = 0; r < reps; r++)
    multiply (n, a, b, c);
  spent = (omp_get_wtime () - start) / reps;
  wrong += wrong_entries (n, a, b, c);
  free (a);
  free (b);
  free (c);
  if (wrong) {
    fprintf (stderr, "dgemm: size %d with %d threads: %d wrong entries\n", n, threads, wrong);
    return 1;
  }
  printf ("dgemm-%d %d %.9f\n", n, threads, spent);
  fflush (stdout);
  return 0;
}

int
main (int argc, char **argv)
{
  static const int sizes[] = { 128, 256, 512, 1024 };
  threads = argc > 1 ? atoi (argv[1]) : 0;
  int usage = threads < 1;
  for (int i = 2; i < argc; i++)
    usage |= atoi (argv[i]) < 1 || atoi (argv[i]) > MAX_SIZE;
  if (usage) {
    fprintf (stderr, "usage: dgemm THREADS [SIZE...]   (sizes up to %d)\n", MAX_SIZE);
    return 2;
  }
  omp_set_dynamic (0);
  if (argc > 2) {
    for (int i = 2; i < argc; i++)
      if (measure (atoi (argv[i])))
        return 1;
  } else
    for (int i = 0; i < 4; i++)
      if (measure (sizes[i]))
        return 1;
  return 0;
}
