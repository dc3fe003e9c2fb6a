#!/bin/bash
# LIMIT: 20
# The reference pages against the sources, both ways: variables against what is read, functions against the header.
set -u
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
bad=0

same () # what, list in the sources, list in the docs
{
  if [ "$(wc -l <"$2")" -lt 10 ] || ! diff "$2" "$3" >"$work/diff"; then
    echo "$1: < is in the sources only, > on the page only"
    cat "$work/diff"
    bad=1
  fi
}

grep -rhoE '"(OMP|GOMP|GHCOMP)_[A-Z_]+"' runtime/core runtime/base runtime/backend --include=*.c | tr -d '"' | sort -u >"$work/read"
grep -oE '^\| `(OMP|GOMP|GHCOMP)_[A-Z_]+`' docs/reference/environment.md | tr -d '|` ' | sort -u >"$work/told"
same "variables" "$work/read" "$work/told"

# Which ones are read by getenv alone, and not under NAME_ALL as well.
grep -rhoE 'getenv \("(OMP|GOMP|GHCOMP)_[A-Z_]+"\)' runtime/core runtime/base runtime/backend | grep -oE '[A-Z]+_[A-Z_]+' | sort -u >"$work/plain"
sed -n '/plain name only/s/^| `\([A-Z_]*\)`.*/\1/p' docs/reference/environment.md | sort -u >"$work/plain.told"
diff "$work/plain" "$work/plain.told" || { echo "variables without _ALL: see above"; bad=1; }

gcc -E -P include/ghc_openmp.h | grep -oE '\<ghc_omp_[a-z_]+ \(' | tr -d ' (' | sort -u >"$work/has"
grep -oE '^\| `ghc_omp_[a-z_]+`' docs/reference/c-api.md | tr -d '|` ' | sort -u >"$work/documented"
same "functions" "$work/has" "$work/documented"
exit $bad
