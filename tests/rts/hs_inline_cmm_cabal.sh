#!/bin/sh
# inline-cmm as a package: cabal check, a build with no network, and its test suite.
# LIMIT: 300
. "$(dirname -- "$0")/hs/lib.sh"
command -v cabal >/dev/null 2>&1 || skip "no cabal"
# A home of its own: neither a package index nor somebody's settings may matter.
HOME=$out/$name.home
export HOME
mkdir -p "$HOME/.cabal/packages"
cd "$root/inline-cmm" || fail "no inline-cmm"
quietly cabal check
grep -q '^No errors or warnings' "$out/$name.log" || { cat "$out/$name.log"; fail "cabal check has remarks"; }
timeout 280 cabal --config-file=/dev/null test --offline -v1 --builddir="$out/$name.dist" \
  --with-compiler="$GHC" features >"$out/$name.log" 2>&1 || { tail -n 40 "$out/$name.log"; fail "cabal test"; }
grep -q '1 of 1 test suites (1 of 1 test cases) passed' "$out/$name.log" || { tail -n 20 "$out/$name.log"; fail "the test suite did not run"; }
