#!/bin/sh
# The non-threaded RTS: one line that says so, and right results.
# LIMIT: 120
. "$(dirname -- "$0")/hs/lib.sh"
[ "$runtime" = ghcomp ] || skip "particular to this runtime"
build_haskell NonThreaded.hs -rtsopts
run 30 0 "$program" 2>"$out/$name.err"
lines=$(wc -l <"$out/$name.err")
[ "$lines" -eq 1 ] || { cat "$out/$name.err"; fail "$lines lines on standard error instead of one"; }
grep -q -e '-threaded' "$out/$name.err" || { cat "$out/$name.err"; fail "no mention of -threaded"; }
