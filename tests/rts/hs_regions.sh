#!/bin/sh
# Regions that can be waited for, timed out and cancelled.
# LIMIT: 180
. "$(dirname -- "$0")/hs/lib.sh"
[ "$runtime" = ghcomp ] || skip "particular to this runtime"
quietly "$CC" -O2 -Wall -Wextra -Wmissing-prototypes -I"$source_dir" -I"$root/include" -fopenmp \
  -c "$source_dir/jobs.c" -o "$out/$name.o/jobs.o"
build_haskell Regions.hs -threaded "$out/$name.o/jobs.o"
times=4
[ "${STRESS_SECONDS:-3}" -le 3 ] || times=100
for capabilities in 1 2; do
  run 80 0 "$program" "$times" +RTS "-N$capabilities"
done
