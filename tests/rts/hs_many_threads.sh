#!/bin/sh
# Regions from hundreds of Haskell threads, in turns and at once.
# LIMIT: 180
. "$(dirname -- "$0")/hs/lib.sh"
build_haskell ManyThreads.hs
for capabilities in 1 2 4; do
  run 60 0 "$program" +RTS "-N$capabilities"
done
