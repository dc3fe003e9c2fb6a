#!/bin/sh
# Regions in the children of forkProcess.
# LIMIT: 120
. "$(dirname -- "$0")/hs/lib.sh"
[ "$runtime" = ghcomp ] || skip "particular to this runtime"
quietly "$CC" -O2 -Wall -Wextra -Wmissing-prototypes -I"$source_dir" -I"$root/include" -fopenmp \
  -c "$source_dir/jobs.c" -o "$out/$name.o/jobs.o"
build_haskell ForkRegions.hs -threaded -package unix "$out/$name.o/jobs.o"
run 60 0 "$program" +RTS -N1
run 60 0 "$program" +RTS -N2
