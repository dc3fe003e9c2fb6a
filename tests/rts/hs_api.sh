#!/bin/sh
# The queries and settings of GHC.OpenMP.
# LIMIT: 120
. "$(dirname -- "$0")/hs/lib.sh"
build_haskell Api.hs
run 30 0 "$program" +RTS -N1
run 30 0 "$program" +RTS -N2
