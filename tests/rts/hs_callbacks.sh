#!/bin/sh
# Haskell callbacks from tasks and nested regions, and a hundred thousand of them during collections.
# LIMIT: 180
. "$(dirname -- "$0")/hs/lib.sh"
[ "$runtime" = ghcomp ] || skip "particular to this runtime"
quietly "$CC" -O2 -Wall -Wextra -Wmissing-prototypes -I"$source_dir" -I"$root/include" -fopenmp \
  -c "$source_dir/jobs.c" -o "$out/$name.o/jobs.o"
build_haskell Callbacks.hs -threaded "$out/$name.o/jobs.o"
run 80 0 "$program" +RTS -N1
run 80 0 "$program" +RTS -N2
