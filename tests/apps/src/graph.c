/* Triangles and a breadth-first search by GraphBLAS. */
#include <GraphBLAS.h>
#include <stdio.h>
#include <stdlib.h>

#define TRY(call)                                                                                  \
  do                                                                                               \
    {                                                                                              \
      GrB_Info info = call;                                                                        \
      if (info != GrB_SUCCESS && info != GrB_NO_VALUE)                                             \
        {                                                                                          \
          fprintf (stderr, "%s: %d\n", #call, (int) info);                                         \
          return 1;                                                                                \
        }                                                                                          \
    }                                                                                              \
  while (0)

int
main (void)
{
  GrB_Index n = 60000, edges = 900000, count, reached;
  unsigned long state = 7;
  GrB_Matrix a, l, c;
  GrB_Vector v, level;
  int64_t triangles = 0;
  TRY (GrB_init (GrB_NONBLOCKING));
  TRY (GrB_Matrix_new (&a, GrB_INT64, n, n));
  GrB_Index *rows = malloc (2 * edges * sizeof *rows), *columns = malloc (2 * edges * sizeof *columns);
  int64_t *ones = malloc (2 * edges * sizeof *ones);
  for (GrB_Index k = 0; k < edges; k++)
    {
      state = state * 6364136223846793005ul + 1442695040888963407ul;
      GrB_Index i = (state >> 33) % n;
      state = state * 6364136223846793005ul + 1442695040888963407ul;
      GrB_Index j = (i + 1 + (state >> 33) % (k % 3 == 0 ? n - 1 : 400)) % n;
      rows[2 * k] = columns[2 * k + 1] = i;
      columns[2 * k] = rows[2 * k + 1] = j;
      ones[2 * k] = ones[2 * k + 1] = 1;
    }
  TRY (GrB_Matrix_build (a, rows, columns, ones, 2 * edges, GrB_SECOND_INT64));
  TRY (GrB_Matrix_nvals (&count, a));
  TRY (GrB_Matrix_new (&l, GrB_INT64, n, n));
  TRY (GrB_select (l, NULL, NULL, GrB_TRIL, a, (int64_t) -1, NULL));
  TRY (GrB_Matrix_new (&c, GrB_INT64, n, n));
  for (int round = 0; round < 4; round++)
    {
      TRY (GrB_mxm (c, l, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, l, l, GrB_DESC_RS));
      TRY (GrB_reduce (&triangles, NULL, GrB_PLUS_MONOID_INT64, c, NULL));
    }
  TRY (GrB_Vector_new (&v, GrB_BOOL, n));
  TRY (GrB_Vector_new (&level, GrB_INT64, n));
  TRY (GrB_Vector_setElement (v, true, 0));
  int depth = 0;
  for (reached = 1; reached > 0; depth++)
    {
      TRY (GrB_assign (level, v, NULL, (int64_t) depth, GrB_ALL, n, GrB_DESC_S));
      TRY (GrB_vxm (v, level, NULL, GrB_LOR_LAND_SEMIRING_BOOL, v, a, GrB_DESC_RSC));
      TRY (GrB_Vector_nvals (&reached, v));
    }
  int64_t sum = 0;
  TRY (GrB_reduce (&sum, NULL, GrB_PLUS_MONOID_INT64, level, NULL));
  printf ("entries %lu\ntriangles %ld\ndepth %d, sum of levels %ld\n", (unsigned long) count,
          (long) triangles, depth, (long) sum);
  GrB_free (&a);
  GrB_free (&l);
  GrB_free (&c);
  GrB_free (&v);
  GrB_free (&level);
  GrB_finalize ();
  return 0;
}
