#!/bin/sh
# Exceptions in the bodies of regions, and at their callers.
# LIMIT: 180
. "$(dirname -- "$0")/hs/lib.sh"
[ "$runtime" = ghcomp ] || skip "particular to this runtime"
build_haskell Exceptions.hs
rounds=3
[ "${STRESS_SECONDS:-3}" -le 3 ] || rounds=50
for capabilities in 1 2 3; do
  run 60 0 "$program" "$rounds" +RTS "-N$capabilities" -K8m
done
