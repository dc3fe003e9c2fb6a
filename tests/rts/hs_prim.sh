#!/bin/sh
# The Cmm primitives, in static and in dynamic code.
# LIMIT: 180
. "$(dirname -- "$0")/hs/lib.sh"
for way in static dynamic; do
  build_haskell Prim.hs -threaded "-$way" -outputdir "$out/$name.o/$way" "$root/cbits/ghc_omp_prim.cmm"
  run 30 0 "$program" +RTS -N1
  run 30 0 "$program" +RTS -N2
done
