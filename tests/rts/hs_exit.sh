#!/bin/sh
# Leaving the process: workers idle or in a region, from Haskell and from C.
# LIMIT: 180
. "$(dirname -- "$0")/hs/lib.sh"
build_haskell Exit.hs
for capabilities in 1 2; do
  run 10 0 "$program" idle +RTS "-N$capabilities"
  run 10 3 "$program" exitWith +RTS "-N$capabilities"
  run 10 3 "$program" region +RTS "-N$capabilities"
  run 10 3 "$program" region-bound +RTS "-N$capabilities"
  run 10 0 "$program" region-return +RTS "-N$capabilities"
  run 10 3 "$program" region-c-exit +RTS "-N$capabilities"
  run 10 3 "$program" inside +RTS "-N$capabilities"
  run 10 1 "$program" error +RTS "-N$capabilities" 2>/dev/null
done
