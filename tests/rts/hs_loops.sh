#!/bin/sh
# Loops and regions with Haskell bodies.
# LIMIT: 180
. "$(dirname -- "$0")/hs/lib.sh"
[ "$runtime" = ghcomp ] || skip "particular to this runtime"
build_haskell Loops.hs
for capabilities in 1 2 4; do
  run 60 0 "$program" +RTS "-N$capabilities"
done
# Haskell bodies are seen in a timeline.
GHCOMP_TRACE="$out/$name.json" run 60 0 "$program" +RTS -N2
grep -q '"cat":"callback"' "$out/$name.json" || fail "no callback in the timeline"
