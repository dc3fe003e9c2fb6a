#!/bin/sh
# Regions inside C finalizers that run during a collection.
# LIMIT: 120
. "$(dirname -- "$0")/hs/lib.sh"
build_haskell Finalizer.hs
run 30 0 "$program" +RTS -N1
run 30 0 "$program" +RTS -N2
