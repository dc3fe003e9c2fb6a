/* DGEMM, LU, least squares and eigenvalues; prints checks and values of the answers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void dgemm_ (const char *, const char *, const int *, const int *, const int *, const double *,
             const double *, const int *, const double *, const int *, const double *, double *,
             const int *);
void dgesv_ (const int *, const int *, double *, const int *, int *, double *, const int *, int *);
void dsyev_ (const char *, const char *, const int *, double *, const int *, double *, double *,
             const int *, int *);

static double
number (unsigned long *state)
{
  *state = *state * 6364136223846793005ul + 1442695040888963407ul;
  return (double) (*state >> 11) / 9007199254740992.0 - 0.5;
}

static double *
matrix (int n, unsigned long seed)
{
  double *a = malloc (sizeof *a * (size_t) n * (size_t) n);
  if (a == NULL)
    exit (1);
  for (size_t i = 0; i < (size_t) n * (size_t) n; i++)
    a[i] = number (&seed);
  return a;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 900, rounds = argc > 2 ? atoi (argv[2]) : 6, one = 1, info;
  double *a = matrix (n, 1), *b = matrix (n, 2), *c = matrix (n, 3), alpha = 1, beta = 0.1;
  int *pivots = malloc (sizeof *pivots * (size_t) n);
  for (int i = 0; i < rounds; i++)
    dgemm_ ("N", "T", &n, &n, &n, &alpha, a, &n, b, &n, &beta, c, &n);
  double trace = 0;
  for (int i = 0; i < n; i++)
    trace += c[(size_t) i * (size_t) (n + 1)];
  printf ("gemm trace %.9g\n", trace);

  double *lu = matrix (n, 1), *x = malloc (sizeof *x * (size_t) n), worst = 0;
  for (int i = 0; i < n; i++)
    x[i] = 1;
  dgesv_ (&n, &one, lu, &n, pivots, x, &n, &info);
  for (int i = 0; i < n; i++)
    {
      double sum = 0;
      for (int j = 0; j < n; j++)
        sum += a[(size_t) j * (size_t) n + (size_t) i] * x[j];
      worst = fmax (worst, fabs (sum - 1));
    }
  printf ("lu info %d, residual small: %s\n", info, worst < 1e-8 ? "yes" : "no");
  printf ("lu solution %.6g %.6g\n", x[0], x[n - 1]);

  int m = n / 2, room = 64 * m;
  double *s = matrix (m, 4), *w = malloc (sizeof *w * (size_t) m),
         *work = malloc (sizeof *work * (size_t) room);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < i; j++)
      s[(size_t) i * (size_t) m + (size_t) j] = s[(size_t) j * (size_t) m + (size_t) i];
  dsyev_ ("V", "U", &m, s, &m, w, work, &room, &info);
  printf ("eigenvalues info %d: %.9g %.9g %.9g\n", info, w[0], w[m / 3], w[m - 1]);
  return 0;
}
