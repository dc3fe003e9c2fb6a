#!/bin/bash
# LIBS: libgomp ghc pthread
# A region under ulimit -v of 2 GB.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '%s\n' 'int' 'main (void)' '{' '  int n = 0;' '#pragma omp parallel num_threads(4) reduction(+ : n)' '  n++;' '  return n != 4;' '}' > "$work/p.c"
${CC:-gcc} -fopenmp -o "$work/p" "$work/p.c" || exit 1
ulimit -v 2097152
# shellcheck disable=SC2086
exec env $TEST_LIB_ENV OMP_DYNAMIC=false timeout 10 "$work/p"
