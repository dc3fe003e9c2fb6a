#!/bin/sh
# Preloaded into a Haskell program that was linked, statically, for libgomp.
# LIMIT: 120
. "$(dirname -- "$0")/hs/lib.sh"
[ "$runtime" = ghcomp ] || skip "particular to this runtime"
library=-lgomp
build_haskell Preload.hs
run 30 0 env LD_PRELOAD="$build/libghcomp.so" "$program" +RTS -N1
run 30 0 env LD_PRELOAD="$build/libghcomp.so" "$program" +RTS -N2
[ -e "$build/compat/libgomp.so.1" ] || exit 0
run 30 0 env LD_LIBRARY_PATH="$build/compat" "$program" +RTS -N2
