#!/bin/sh
# Random programs (tests/stress/soak.c) in a Haskell host, with callbacks, beside collections.
# LIMIT: 180
. "$(dirname -- "$0")/hs/lib.sh"
quietly "$CC" -O2 -g -Wall -Wno-unknown-pragmas -DSOAK_HOST -I"$root/tests/support" -fopenmp \
  -c "$root/tests/stress/soak.c" -o "$out/$name.o/soak.o"
build_haskell Soak.hs -threaded "$out/$name.o/soak.o"
export OMP_CANCELLATION=true
for capabilities in 1 2 4; do
  SOAK_SECONDS=3 SOAK_SEED=$capabilities run 100 0 "$program" +RTS "-N$capabilities"
done
