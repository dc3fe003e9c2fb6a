#!/bin/sh
# The package from its source tarball, in a folder of its own and without network: `cabal check` has
# no complaint, the library and its test suite build and pass, documentation is made.
# LIMIT: 400
. "$(dirname -- "$0")/hs/lib.sh"
command -v cabal >/dev/null 2>&1 || skip "no cabal"
cd "$root" || exit 1
# In the unpacked tarball: beside a .git folder cabal would also ask for a source-repository section.
scripts/package build lib:ghc-openmp >"$out/$name.log" 2>&1 || { tail -30 "$out/$name.log"; fail "build"; }
(cd "$BUILD/package/source" && cabal check) >"$out/$name.log" 2>&1 && grep -q '^No errors or warnings' "$out/$name.log" ||
  { cat "$out/$name.log"; fail "cabal check"; }
scripts/package test ghc-openmp:api >"$out/$name.log" 2>&1 || { tail -30 "$out/$name.log"; fail "build and test"; }
grep -q '1 of 1 test suites (1 of 1 test cases) passed' "$out/$name.log" || { tail "$out/$name.log"; fail "no test ran"; }
scripts/package haddock lib:ghc-openmp >"$out/$name.log" 2>&1 || { tail -30 "$out/$name.log"; fail "haddock"; }
# Every exposed module, and every export in it, has a text.
modules=$(sed -n '/^ *exposed-modules:/,/^  [a-z-]*:/s/^    *\([A-Z][A-Za-z.]*\)$/\1/p' ghc-openmp.cabal)
[ -n "$modules" ] || fail "no exposed-modules found"
for module in $modules; do
  grep -q "100% .* in '$module'" "$out/$name.log" || { grep '% (' "$out/$name.log"; fail "documentation of $module"; }
done
# Names in the texts. (That base's own documentation is not installed brings other warnings.)
if grep -e 'out of scope' -e 'is ambiguous' "$out/$name.log"; then
  fail "haddock warns"
fi
