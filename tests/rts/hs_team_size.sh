#!/bin/sh
# The default team size follows the Capabilities; OMP_NUM_THREADS wins.
# LIMIT: 120
. "$(dirname -- "$0")/hs/lib.sh"
[ "$runtime" = ghcomp ] || skip "particular to this runtime"
build_haskell TeamSize.hs
run 30 0 "$program" +RTS -N1
run 30 0 "$program" +RTS -N2
run 30 0 env OMP_NUM_THREADS=3 "$program" 3 +RTS -N2
