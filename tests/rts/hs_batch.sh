#!/bin/sh
# Batched safe calls: types, order, collections and exceptions during a batch, teams.
# LIMIT: 180
. "$(dirname -- "$0")/hs/lib.sh"
quietly "$CC" -O2 -Wall -Wextra -Wmissing-prototypes -I"$source_dir" -fopenmp \
  -c "$source_dir/calls.c" -o "$out/$name.o/calls.o"
quietly "$CC" -O2 -Wall -Wextra -Wmissing-prototypes -c "$root/cbits/ghc_omp_batch.c" -o "$out/$name.o/batch.o"
build_haskell Batch.hs -threaded "$out/$name.o/batch.o" "$out/$name.o/calls.o"
run 60 0 "$program" +RTS -N1
run 60 0 "$program" +RTS -N2
