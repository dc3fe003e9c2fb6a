#!/bin/sh
# The Cmm primitives, in static and in dynamic code.
# LIMIT: 180
. "$(dirname -- "$0")/hs/lib.sh"
for way in static dynamic; do
  mkdir -p "$out/$name.o/$way"
  quietly "$GHC" -v0 "-$way" -c "$root/cbits/ghc_omp_prim.cmm" -o "$out/$name.o/$way/prim.o"
  build_haskell Prim.hs -threaded "-$way" -outputdir "$out/$name.o/$way" "$out/$name.o/$way/prim.o"
  run 30 0 "$program" +RTS -N1
  run 30 0 "$program" +RTS -N2
done
