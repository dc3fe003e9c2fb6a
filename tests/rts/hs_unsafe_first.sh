#!/bin/sh
# The first region of the process inside an unsafe call, on one Capability.
# LIMIT: 120
. "$(dirname -- "$0")/hs/lib.sh"
build_haskell UnsafeFirst.hs
run 30 0 "$program" +RTS -N1
