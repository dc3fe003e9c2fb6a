#!/bin/sh
# Regions in bound threads.
# LIMIT: 120
. "$(dirname -- "$0")/hs/lib.sh"
build_haskell ForkOs.hs
run 60 0 "$program" +RTS -N2
