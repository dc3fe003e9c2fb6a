#!/bin/bash
# LIBS: ghc pthread
# GHCOMP_VERBOSE: one block at the first region, changes of size with 2, nothing without it.
set -u
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cat >"$work/p.c" <<'C'
#include <omp.h>

static int sum;

static void
region (int n)
{
#pragma omp parallel num_threads (n)
#pragma omp atomic
  sum++;
}

int
main (void)
{
#pragma omp parallel
#pragma omp atomic
  sum++;
#pragma omp parallel
#pragma omp atomic
  sum++;
  region (3);
  omp_set_num_threads (2);
#pragma omp parallel
  {
#pragma omp atomic
    sum++;
    region (2);
  }
  return sum == 0;
}
C
${CC:-gcc} -fopenmp -o "$work/p" "$work/p.c" || exit 1
bad=0

# shellcheck disable=SC2086
program () { env -u GHCOMP_VERBOSE $TEST_LIB_ENV "$@" timeout 20 "$work/p" >"$work/out" 2>&1 || { echo "$*: status $?"; cat "$work/out"; exit 1; }; }
lines () # number, pattern
{
  local n
  n=$(grep -cE "$2" "$work/out")
  [ "$n" = "$1" ] || { echo "$n lines, not $1, like: $2"; cat "$work/out"; bad=1; }
}

program OMP_NUM_THREADS=4
lines 0 .
program GHCOMP_VERBOSE=0 OMP_NUM_THREADS=4
lines 0 .

program GHCOMP_VERBOSE=1 OMP_NUM_THREADS=4
lines 8 '^ghcomp: '
lines 0 '^([^g]|g[^h])'
lines 1 '^ghcomp: version [0-9.]+, /.*libgomp\.so\.1$'
lines 1 "^ghcomp: first region: from $work/p, in the main thread [0-9]+\$"
if [ "$TEST_LIB" = ghc ]; then
  lines 1 "^ghcomp: workers: of GHC's RTS, started here, in /.*\\.so\$"
else
  lines 1 '^ghcomp: workers: plain threads'
fi
lines 1 "^ghcomp: CPUs: $(env -u OMP_NUM_THREADS nproc) in the affinity mask \\([0-9,-]+\\); quota of the control group: ([0-9]+|none)\$"
lines 1 '^ghcomp: Capabilities: no Haskell program'
lines 1 '^ghcomp: waiting: OMP_WAIT_POLICY is neither active nor passive; a wait spins [1-9]'
lines 1 '^ghcomp: binding: OMP_PROC_BIND is false; places: none$'
lines 1 '^ghcomp: team: 4 threads at level 1 \(OMP_NUM_THREADS\)$'

program GHCOMP_VERBOSE=2 OMP_NUM_THREADS=4 OMP_WAIT_POLICY=passive OMP_PROC_BIND=true OMP_PLACES='{0}'
lines 1 'OMP_WAIT_POLICY is passive; a wait spins .* yields for up to 0 us'
lines 1 'OMP_PROC_BIND is true; places: \{0\}$'
lines 1 '^ghcomp: team: 4 threads at level 1 \(OMP_NUM_THREADS\)$'
lines 1 '^ghcomp: team: 3 threads at level 1, before 4 \(num_threads clause\)$'
lines 1 '^ghcomp: team: 2 threads at level 1, before 3 \(omp_set_num_threads\)$'
lines 2 '^ghcomp: team: 1 thread at level 2 \(num_threads clause says 2; OMP_MAX_ACTIVE_LEVELS=1\)$'

program GHCOMP_VERBOSE=2 OMP_THREAD_LIMIT=2 OMP_NUM_THREADS=4
lines 1 '^ghcomp: team: 2 threads at level 1 \(OMP_NUM_THREADS says more; OMP_THREAD_LIMIT=2\)$'
program GHCOMP_VERBOSE=1 OMP_DYNAMIC=true OMP_NUM_THREADS=1000
lines 1 '^ghcomp: team: [0-9]+ threads? at level 1 \(OMP_NUM_THREADS says 1000; OMP_DYNAMIC, with [0-9]+ CPUs busy for others\)$'
program GHCOMP_VERBOSE=1
lines 1 '^ghcomp: team: [0-9]+ threads? at level 1 \((CPUs of the affinity mask|quota of the control group)\)$'
exit $bad
