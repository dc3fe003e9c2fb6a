#!/bin/sh
# A program with its own .cabal file that depends on the package, with its own C file compiled with
# -fopenmp: built as cabal builds it, linked dynamically, in `cabal repl`, and with Template Haskell.
# No second OpenMP runtime comes in.
# LIMIT: 400
. "$(dirname -- "$0")/hs/lib.sh"
command -v cabal >/dev/null 2>&1 || skip "no cabal"
cd "$root" || exit 1
package () {
  scripts/package "$@" >"$out/$name.log" 2>&1 || { tail -30 "$out/$name.log"; fail "cabal $*"; }
}
# no_libgomp FILE: it asks for no libgomp, and has all that the C file needs.
no_libgomp () {
  if readelf -d "$1" | grep NEEDED | grep libgomp; then
    fail "$1 asks for libgomp"
  fi
}
says () {
  printf '%s\n' "$1" | grep -q "^dot product 3.338335e8 by $2 threads" || fail "$3: $1"
}

package build consumer
exe=$(find "$build/package/dist/build" -type f -name consumer -perm -u+x | head -1)
no_libgomp "$exe"
says "$("$exe" +RTS -N3)" 3 "cabal build"
nm -D "$exe" | grep -q ' T GOMP_parallel$' || fail "GOMP_parallel is not exported"

# shellcheck disable=SC2046
set -- $(scripts/package --ghc-options) -v0 -Wall -O1 -threaded -rtsopts
rm -rf "$out/$name.o"; mkdir -p "$out/$name.o/th"
quietly "$CC" -O2 -fPIC -fopenmp -c demos/consumer/dot.c -o "$out/$name.o/dot.o"
quietly "$GHC" "$@" -dynamic -outputdir "$out/$name.o" demos/consumer/Main.hs "$out/$name.o/dot.o" -o "$out/$name.dynamic"
no_libgomp "$out/$name.dynamic"
readelf -d "$out/$name.dynamic" | grep -q 'NEEDED.*libHSghc-openmp' || fail "not linked dynamically"
says "$("$out/$name.dynamic" +RTS -N3)" 3 "dynamic"

# GHC runs in this process here, and so do the regions.
answers=$(printf 'main\nmaps <- readFile "/proc/self/maps"\n:module + Data.List\nisInfixOf "libHSghc-openmp" maps\nisInfixOf "libgomp" maps\n' |
  OMP_NUM_THREADS=2 scripts/package repl consumer --repl-options=-v0 2>"$out/$name.log") || { tail -30 "$out/$name.log"; fail "cabal repl"; }
case $answers in
  *"dot product 3.338335e8 by 2 threads"*True*False*) ;;
  *) tail -30 "$out/$name.log"; fail "cabal repl: $answers" ;;
esac

cat >"$out/$name.o/th/Th.hs" <<'H'
{-# LANGUAGE TemplateHaskell #-}
module Main (main) where

import Control.Monad (unless)
import GHC.OpenMP
import Language.Haskell.TH.Syntax (lift, runIO)
import System.Exit (exitFailure)

-- | The runtime's answer while GHC compiled this file.
procs :: Int
procs = $(runIO ompGetNumProcs >>= lift)

main :: IO ()
main = do
  now <- ompGetNumProcs
  unless (procs >= 1 && now == procs) exitFailure
H
quietly "$GHC" "$@" -package template-haskell -outputdir "$out/$name.o/th" "$out/$name.o/th/Th.hs" -o "$out/$name.th"
run 30 0 "$out/$name.th"
