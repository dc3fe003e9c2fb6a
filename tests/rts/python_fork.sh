#!/bin/bash
# LIBS: ghc pthread
# LIMIT: 120
# Python's multiprocessing, which forks, after OpenMP regions in the parent: pools in a row, 20 in the
# long run, through a library of C, and through numpy with OpenBLAS on OpenMP where these are installed.
set -u
for python in /usr/bin/python3 "$(command -v python3)"; do
  [ -x "$python" ] && break
done
[ -x "$python" ] || { echo "skip: no python3"; exit 77; }
[ "${STRESS_SECONDS:-3}" -ge 15 ] && pools=20 || pools=2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/k.c" <<'C'
#include <omp.h>
long
total (int n)
{
  long sum = 0;
#pragma omp parallel for num_threads(n) reduction(+ : sum)
  for (long i = 1; i <= 1000; i++)
    sum += i;
  return sum;
}
C
${CC:-gcc} -O2 -fopenmp -fPIC -shared -o "$work/k.so" "$work/k.c" || exit 1
cat > "$work/pools.py" <<'P'
import ctypes, multiprocessing as mp, sys
lib = ctypes.CDLL(sys.argv[1])
lib.total.restype = ctypes.c_long
def work(n):
    return lib.total(n)
if __name__ == '__main__':
    mp.set_start_method('fork')
    for i in range(int(sys.argv[2])):
        assert work(1 + i % 5) == 500500
        with mp.Pool(3) as pool:
            assert pool.map(work, [1, 2, 3, 4, 5, 8]) == [500500] * 6
        assert work(4) == 500500
P
cat > "$work/blas.py" <<'P'
import multiprocessing as mp, os, sys
import numpy as np
a = np.arange(160000, dtype=float).reshape(400, 400) % 7
want = int((a @ a).sum())
def work(i):
    return int((a @ a).sum())
if __name__ == '__main__':
    maps = open('/proc/self/maps').read()
    if 'libopenblas' not in maps:
        sys.exit(77)
    mp.set_start_method('fork')
    for i in range(int(sys.argv[1])):
        assert work(i) == want
        with mp.Pool(2) as pool:
            assert pool.map(work, range(4)) == [want] * 4
    # the product's regions were ours
    import ctypes
    served = ctypes.CDLL('libgomp.so.1').ghc_omp_regions_served
    served.restype = ctypes.c_ulong
    assert served() > 0, 'no region was served'
P
# shellcheck disable=SC2086
env $TEST_LIB_ENV OMP_DYNAMIC=false timeout 60 "$python" "$work/pools.py" "$work/k.so" $pools || exit 1
blas=$(find /usr/lib -path '*openblas-openmp/libblas.so.3' 2> /dev/null | head -1)
if [ -n "$blas" ] && "$python" -c 'import numpy' 2> /dev/null; then
  # libblas.so.3 of that folder comes first; the library of the test is preloaded for the symbol query
  # shellcheck disable=SC2086
  env $TEST_LIB_ENV LD_LIBRARY_PATH="$(dirname "$blas"):$(sed -n 's/.*LD_LIBRARY_PATH=\([^ ]*\).*/\1/p' <<< "$TEST_LIB_ENV")" \
    OMP_NUM_THREADS=2 timeout 100 "$python" "$work/blas.py" "$pools"
  status=$?
  [ $status = 0 ] || [ $status = 77 ] || { echo "numpy: status $status"; exit 1; }
  [ $status = 0 ] && echo "numpy with $blas"
fi
exit 0
