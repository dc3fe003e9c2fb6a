#!/bin/bash
# The wrapper: who serves, exit status, arguments, --check against a program that another library
# serves, --report, scripts, errors.
# LIMIT: 60
set -u
root=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
library=${BUILD:-$root/build}/compat/libgomp.so.1
[ -e "$library" ] || exit 77
library=$(readlink -f "$library")
run=("$root/scripts/ghcomp-run" --lib "$library")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset LD_PRELOAD LD_LIBRARY_PATH
bad=0
wrong () { echo "$*"; [ ! -s "$work/said" ] || sed 's/^/  /' "$work/said"; bad=1; }
expect () # status pattern command...
{
  local want=$1 pattern=$2 status
  shift 2
  "$@" >"$work/said" 2>&1
  status=$?
  [ $status = "$want" ] || wrong "status $status, not $want: $*"
  grep -q -- "$pattern" "$work/said" || wrong "no \"$pattern\": $*"
}
cat >"$work/prog.c" <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int
main (int argc, char **argv)
{
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  sum += omp_get_num_threads ();
  printf ("sum %d, counter %s, last argument [%s]\n", sum, dlsym (RTLD_DEFAULT, "ghc_omp_regions_served") ? "yes" : "no",
          argv[argc - 1]);
  return argc > 1 ? atoi (argv[1]) : 0;
}
C
gcc -fopenmp "$work/prog.c" -o "$work/prog" -ldl || exit 1

expect 0 'sum 9, counter no' "$work/prog"
expect 0 'sum 9, counter yes' "${run[@]}" "$work/prog"
expect 7 'last argument \[a  b\]' "${run[@]}" "$work/prog" 7 'a  b'
expect 7 'last argument \[--check\]' "${run[@]}" -- "$work/prog" 7 --check
expect 0 'would serve 2 OpenMP entry points, another library 0' "${run[@]}" --check "$work/prog"
expect 5 'served . OpenMP entry points, another library 0' "${run[@]}" --report "$work/prog" 5
expect 0 GOMP_parallel "${run[@]}" --report "$work/prog"

# A program that provides an entry point itself is found out.
cat >"$work/thief.c" <<'C'
int run (void);
void GOMP_parallel (void (*body) (void *), void *data, unsigned threads, unsigned flags);
void
GOMP_parallel (void (*body) (void *), void *data, unsigned threads, unsigned flags)
{
  (void) threads, (void) flags;
  body (data);
}
int
main (void)
{
  return run () != 1;
}
C
cat >"$work/library.c" <<'C'
#include <omp.h>
int
run (void)
{
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  sum += omp_get_num_threads ();
  return sum;
}
C
gcc -shared -fPIC -fopenmp "$work/library.c" -o "$work/library.so" &&
  gcc -rdynamic "$work/thief.c" "$work/library.so" -Wl,-rpath,"$work" -o "$work/thief" || exit 1
expect 1 'another library would serve' "${run[@]}" --check "$work/thief"
expect 0 'another library served' "${run[@]}" --report "$work/thief"

printf '#!/usr/bin/env bash\n"%s" 3\n' "$work/prog" >"$work/script"
chmod +x "$work/script"
expect 0 'a script, run by' "${run[@]}" --check "$work/script"
expect 3 'counter yes' "${run[@]}" "$work/script"
expect 3 'GOMP_parallel' "${run[@]}" --report "$work/script"

expect 2 'no such option' "${run[@]}" --wrong "$work/prog"
expect 2 'not found' "${run[@]}" --check "$work/nothing"
expect 127 '' "${run[@]}" "$work/nothing"
expect 2 'cannot read' "$root/scripts/ghcomp-run" --lib "$work/nothing" "$work/prog"
expect 2 '^ghcomp-run' "${run[@]}"
expect 0 'exit status is the program' "${run[@]}" --help
expect 0 "^$library\$" "${run[@]}" --which
exit $bad
