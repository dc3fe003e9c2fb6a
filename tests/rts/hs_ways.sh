#!/bin/sh
# The same programs with the ways of GHC's RTS: one Capability, the debug RTS, profiling, and the
# package in a program with the non-threaded RTS, which says in one line what is needed.
# LIMIT: 300
. "$(dirname -- "$0")/hs/lib.sh"
[ "$runtime" = ghcomp ] || skip "particular to this runtime"

# both N OPTION...: the second program uses killThread, which trips an assertion of GHC 9.0's own in
# the debug RTS when there is one Capability.
both () {
  least=$1
  shift
  build_haskell Api.hs "$@"
  run 60 0 "$program" +RTS -N1
  run 60 0 "$program" +RTS -N2
  build_haskell CallbacksGc.hs "$@"
  for n in "$least" 3; do
    run 100 0 "$program" +RTS "-N$n"
  done
}

both 2 -threaded -debug
if [ -e "$($GHC --print-libdir)/base-$($GHC --numeric-version)/Prelude.p_hi" ] ||
   [ -n "$(find "$($GHC --print-libdir)/.." -name Prelude.p_hi 2>/dev/null | head -1)" ]; then
  both 1 -threaded -prof -osuf p_o -hisuf p_hi
else
  echo "$name: not tried: profiling libraries (ghc-prof) are not installed"
fi

command -v cabal >/dev/null 2>&1 || exit 0
cd "$root" || exit 1
scripts/package >"$out/$name.log" 2>&1 || { tail -30 "$out/$name.log"; fail "building the package"; }
quietly "$CC" -O2 -fopenmp -c demos/consumer/dot.c -o "$out/$name.o/dot.o"
# consumer NAME GHC-OPTION...: the consumer of demos/, built without cabal.
consumer () {
  way=$1
  shift
  mkdir -p "$out/$name.o/$way"
  # shellcheck disable=SC2046
  quietly "$GHC" $(scripts/package --ghc-options) -v0 -O1 -rtsopts -outputdir "$out/$name.o/$way" "$@" \
    demos/consumer/Main.hs "$out/$name.o/dot.o" -o "$out/$name.$way"
}
consumer unthreaded
run 30 0 env OMP_NUM_THREADS=2 "$out/$name.unthreaded" >"$out/$name.out" 2>"$out/$name.err"
grep -q '^dot product 3.338335e8' "$out/$name.out" || fail "$(cat "$out/$name.out")"
if [ "$(wc -l <"$out/$name.err")" -ne 1 ] || ! grep -q -e '-threaded' "$out/$name.err"; then
  cat "$out/$name.err"
  fail "the non-threaded RTS: one line that names -threaded was expected"
fi
consumer threaded -threaded
run 30 0 "$out/$name.threaded" +RTS -N1 >"$out/$name.out" 2>&1
[ "$(cat "$out/$name.out")" = "dot product 3.338335e8 by 1 threads" ] || fail "-N1: $(cat "$out/$name.out")"

# The package itself with profiling takes long to build.
[ "${TEST_ALL-no}" = yes ] || exit 0
scripts/package build consumer --enable-profiling --builddir="$build/package/dist-prof" >"$out/$name.log" 2>&1 ||
  { tail -30 "$out/$name.log"; fail "cabal build --enable-profiling"; }
exe=$(find "$build/package/dist-prof/build" -type f -name consumer -perm -u+x | head -1)
run 30 0 "$exe" +RTS -N2 -p "-po$out/$name" >"$out/$name.out" 2>&1
[ "$(cat "$out/$name.out")" = "dot product 3.338335e8 by 2 threads" ] || fail "profiled: $(cat "$out/$name.out")"
grep -q 'COST CENTRE' "$out/$name.prof" || fail "no profile"
