/* A supernodal Cholesky factor of a 3-D Poisson matrix by CHOLMOD, and a solve. */
#include <cholmod.h>
#include <stdio.h>

int
main (void)
{
  int k = 28, n = k * k * k;
  cholmod_common common;
  cholmod_start (&common);
  common.supernodal = CHOLMOD_SUPERNODAL;
  cholmod_triplet *t = cholmod_allocate_triplet ((size_t) n, (size_t) n, 4 * (size_t) n, 1, CHOLMOD_REAL, &common);
  int *row = t->i, *column = t->j;
  double *value = t->x;
  size_t used = 0;
  for (int i = 0; i < n; i++)
    {
      int x = i % k, y = i / k % k, z = i / k / k;
      int next[3] = { x + 1 < k ? i + 1 : -1, y + 1 < k ? i + k : -1, z + 1 < k ? i + k * k : -1 };
      row[used] = column[used] = i;
      value[used++] = 6.01;
      for (int d = 0; d < 3; d++)
        if (next[d] >= 0)
          {
            row[used] = i;
            column[used] = next[d];
            value[used++] = -1;
          }
    }
  t->nnz = used;
  cholmod_sparse *a = cholmod_triplet_to_sparse (t, 0, &common);
  cholmod_dense *b = cholmod_ones ((size_t) n, 1, CHOLMOD_REAL, &common);
  cholmod_factor *l = cholmod_analyze (a, &common);
  for (int round = 0; round < 3; round++)
    cholmod_factorize (a, l, &common);
  cholmod_dense *x = cholmod_solve (CHOLMOD_A, l, b, &common);
  cholmod_dense *r = cholmod_copy_dense (b, &common);
  double one[2] = { 1, 0 }, minus[2] = { -1, 0 };
  cholmod_sdmult (a, 0, minus, one, x, r, &common);
  double *answer = x->x;
  printf ("factor %s, residual small: %s\n", l->is_super ? "supernodal" : "simplicial",
          cholmod_norm_dense (r, 0, &common) < 1e-10 ? "yes" : "no");
  printf ("x %.10g %.10g\n", answer[0], answer[n / 2]);
  cholmod_free_dense (&r, &common);
  cholmod_free_dense (&x, &common);
  cholmod_free_dense (&b, &common);
  cholmod_free_factor (&l, &common);
  cholmod_free_sparse (&a, &common);
  cholmod_free_triplet (&t, &common);
  cholmod_finish (&common);
  return 0;
}
