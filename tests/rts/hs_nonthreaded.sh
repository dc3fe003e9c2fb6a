#!/bin/sh
# The non-threaded RTS: one line that says so, and right results.
# LIMIT: 120
. "$(dirname -- "$0")/hs/lib.sh"
[ "$runtime" = ghcomp ] || skip "particular to this runtime"
quietly "$CC" -O2 -Wall -Wextra -Wmissing-prototypes -I"$source_dir" -I"$root/include" -fopenmp \
  -c "$source_dir/jobs.c" -o "$out/$name.o/jobs.o"
build_haskell NonThreaded.hs -rtsopts "$out/$name.o/jobs.o"
run 30 0 "$program" 2>"$out/$name.err"
lines=$(wc -l <"$out/$name.err")
[ "$lines" -eq 1 ] || { cat "$out/$name.err"; fail "$lines lines on standard error instead of one"; }
grep -q -e '-threaded' "$out/$name.err" || { cat "$out/$name.err"; fail "no mention of -threaded"; }
