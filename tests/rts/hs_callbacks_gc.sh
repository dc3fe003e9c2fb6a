#!/bin/sh
# Haskell callbacks from all threads of a team during collections.
# LIMIT: 180
. "$(dirname -- "$0")/hs/lib.sh"
build_haskell CallbacksGc.hs
run 60 0 "$program" +RTS -N1
run 60 0 "$program" +RTS -N2
