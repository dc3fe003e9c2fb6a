#!/bin/sh
# main ends while regions run: at once, quietly, with its own exit status.
# LIMIT: 120
. "$(dirname -- "$0")/hs/lib.sh"
[ "$runtime" = ghcomp ] || skip "particular to this runtime"
quietly "$CC" -O2 -Wall -Wextra -Wmissing-prototypes -I"$source_dir" -I"$root/include" -fopenmp \
  -c "$source_dir/jobs.c" -o "$out/$name.o/jobs.o"
build_haskell ExitRunning.hs -threaded "$out/$name.o/jobs.o"
for delay in 0 1 100 1000 3000 10000 30000 5000; do
  for status in 0 9; do
    run 10 "$status" "$program" "$status" "$delay" +RTS -N2 2>"$out/$name.err"
    [ ! -s "$out/$name.err" ] || { cat "$out/$name.err"; fail "something on standard error"; }
  done
done
