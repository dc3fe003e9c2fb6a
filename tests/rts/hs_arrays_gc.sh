#!/bin/sh
# C kernels on arrays of every kind, from 4 threads, while major collections run without pause, with each
# of the collectors. STRESS_SECONDS of 15 or more: 100000 calls and the RTS's own checks.
# LIMIT: 300
. "$(dirname -- "$0")/hs/lib.sh"
quietly "$CC" -O2 -Wall -Wextra -Wmissing-prototypes -fopenmp -c "$source_dir/array_kernels.c" -o "$out/$name.o/array_kernels.o"
build_haskell Arrays.hs -threaded -Werror "$out/$name.o/array_kernels.o"
calls=1000
[ "${STRESS_SECONDS:-3}" -lt 15 ] || calls=25000
for collector in "" -c -xn; do
  # shellcheck disable=SC2086
  run 90 0 "$program" $calls +RTS -N4 -A256k $collector
done
if [ "$calls" -gt 1000 ]; then
  build_haskell Arrays.hs -threaded -debug "$out/$name.o/array_kernels.o"
  run 90 0 "$program" 500 +RTS -N4 -A256k -DS
fi
