#!/bin/bash
# LIBS: libgomp ghc pthread
# OMP_DISPLAY_ENV=true prints the block with the settings on stderr.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '#include <omp.h>\nint main (void) { return omp_get_num_threads () - 1; }\n' > "$work/p.c"
${CC:-gcc} -fopenmp -o "$work/p" "$work/p.c" || exit 1
# shellcheck disable=SC2086
env $TEST_LIB_ENV OMP_DISPLAY_ENV=true OMP_NUM_THREADS=3,2 OMP_SCHEDULE=guided,4 timeout 10 "$work/p" 2> "$work/err" || exit 1
for word in "OPENMP DISPLAY ENVIRONMENT BEGIN" "_OPENMP = '" "OMP_NUM_THREADS = '3,2'" "OMP_DYNAMIC = 'FALSE'" "OMP_SCHEDULE = 'GUIDED,4'" \
            "OMP_CANCELLATION = 'FALSE'" "OPENMP DISPLAY ENVIRONMENT END"; do
  grep -qF "$word" "$work/err" || { echo "no $word in:"; cat "$work/err"; exit 1; }
done
