/* Reductions: operators, arrays, user-defined, several at once. */
#include <omp.h>
#include "check.h"

struct pair { int least, most; };
#pragma omp declare reduction(minmax : struct pair : omp_out.least = omp_in.least < omp_out.least ? omp_in.least : omp_out.least, omp_out.most = omp_in.most > omp_out.most ? omp_in.most : omp_out.most) initializer(omp_priv = { 1000000, -1000000 })

int
main (void)
{
  omp_set_dynamic (0);
  for (int n = 1; n <= 9; n += 4)
    {
      long sum = 5, product = 1;
      int least = 1000, most = -1000, and = -1, or = 0, xor = 0, land = 1, lor = 0;
      double d = 0;
      int array[10] = { 0 };
      struct pair p = { 500, 500 };
#pragma omp parallel for num_threads(n) reduction(+ : sum, d, array[:10]) reduction(* : product)            \
  reduction(min : least) reduction(max : most) reduction(& : and) reduction(| : or) reduction(^ : xor)      \
  reduction(&& : land) reduction(|| : lor) reduction(minmax : p) schedule(dynamic, 3)
      for (int i = 0; i < 1000; i++)
        {
          sum += i;
          d += 0.5;
          array[i % 10] += i;
          if (i % 100 == 0)
            product *= 2;
          least = i - 7 < least ? i - 7 : least;
          most = i > most ? i : most;
          and &= ~(1 << i % 8);
          or |= 1 << i % 8;
          xor ^= i;
          land = land && i < 999;
          lor = lor || i == 999;
          if (i < p.least)
            p.least = i;
          if (i > p.most)
            p.most = i;
        }
      CHECK_EQ (sum, 499505);
      CHECK (d == 500);
      CHECK_EQ (product, 1024);
      CHECK_EQ (least, -7);
      CHECK_EQ (most, 999);
      CHECK_EQ (and, ~255);
      CHECK_EQ (or, 255);
      int x = 0;
      for (int i = 0; i < 1000; i++)
        x ^= i;
      CHECK_EQ (xor, x);
      CHECK_EQ (land, 0);
      CHECK_EQ (lor, 1);
      CHECK_EQ (p.least, 0);
      CHECK_EQ (p.most, 999);
      for (int k = 0; k < 10; k++)
        CHECK_EQ (array[k], 49500 + 100 * k);
    }
  return 0;
}
