#!/bin/bash
# The Debian packages: made, without a word from lintian, and what is in them works from where they are unpacked.
# WHEN: all
# LIMIT: 600
set -u
cd "$(dirname "$(readlink -f "$0")")/../.." || exit 1
for tool in dh lintian dpkg-deb ghc gcc; do
  command -v $tool >/dev/null || { echo "no $tool"; exit 77; }
done
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES DESTDIR CC CXX FC BUILD
scripts/deb >"$work/made" 2>&1 || { cat "$work/made"; exit 1; }
scripts/deb --lint || { echo "lintian, see above"; exit 1; }
for package in libghcomp1 libghcomp-dev ghcomp ghcomp-doc; do
  dpkg-deb -x build/deb/"${package}"_*.deb "$work/root" || exit 1
done
ghc=$(ghc --numeric-version)
dpkg-deb -f build/deb/libghcomp1_*.deb Recommends | grep -q "^ghc (>= $ghc), ghc (<< ${ghc%.*}.[0-9]*)$" ||
  { echo "Recommends: $(dpkg-deb -f build/deb/libghcomp1_*.deb Recommends)"; exit 1; }

cat >"$work/p.c" <<'C'
#include <ghc_openmp.h>
#include <omp.h>
#include <stdio.h>
int
main (void)
{
  int sum = 0;
#pragma omp parallel for num_threads(3) reduction(+ : sum)
  for (int i = 1; i <= 100; i++)
    sum += i;
  printf ("sum %d\n", sum);
  return sum != 5050;
}
C
lib=$(echo "$work"/root/usr/lib/*-linux-gnu*)
says () # what, a line that must be there, command
{
  local what=$1 line=$2
  shift 2
  GHCOMP_VERBOSE=1 "$@" >"$work/said" 2>&1 && grep -q '^sum 5050$' "$work/said" && grep -q "$line" "$work/said" ||
    { echo "$what:"; cat "$work/said"; exit 1; }
}
gcc -fopenmp "$work/p.c" -I"$work/root/usr/include" -L"$lib/ghcomp" -L"$lib" -lghcomp -o "$work/p" || exit 1
says "linked" "workers: of GHC's RTS, started here" env LD_LIBRARY_PATH="$lib" "$work/p"
gcc -fopenmp "$work/p.c" -I"$work/root/usr/include" -o "$work/q" || exit 1
says "ghcomp-run" "^ghcomp: version .*$lib/ghcomp/compat/libgomp.so.1$" "$work/root/usr/bin/ghcomp-run" "$work/q"
head -1 "$work/root/usr/bin/ghcomp-where" | grep -qx '#!/usr/bin/python3' || { head -1 "$work/root/usr/bin/ghcomp-where"; exit 1; }
[ -e "$work/root/usr/share/doc/ghcomp-doc/docs/howto/hang.md" ] || { echo "no docs"; exit 1; }
