#!/bin/sh
# forkProcess after regions, beside regions and from a bound thread: regions and callbacks work in the child.
# LIMIT: 180
. "$(dirname -- "$0")/hs/lib.sh"
build_haskell ForkProcess.hs -threaded -package unix
for capabilities in 1 2; do
  run 90 0 "$program" +RTS "-N$capabilities"
done
