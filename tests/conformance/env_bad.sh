#!/bin/bash
# LIBS: libgomp ghc pthread
# A malformed value gives one line on stderr that names the variable and the value (our library) or
# the variable (the reference); the program then runs with the default.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/p.c" <<'P'
#include <omp.h>
int
main (void)
{
  int n = 0;
#pragma omp parallel num_threads(2) reduction(+ : n)
  n++;
  return n != 2;
}
P
${CC:-gcc} -fopenmp -o "$work/p" "$work/p.c" || exit 1
bad=0
while read -r name value; do
  # shellcheck disable=SC2086
  env $TEST_LIB_ENV OMP_DYNAMIC=false "$name=$value" timeout -k 1 10 "$work/p" 2> "$work/err"
  rc=$?
  lines=$(wc -l < "$work/err")
  if [ $rc != 0 ]; then
    echo "$name=$value: status $rc"; bad=1
  elif [ "$lines" -lt 1 ] || { [ "$TEST_LIB" != libgomp ] && [ "$lines" != 1 ]; }; then
    echo "$name=$value: $lines lines on stderr:"; cat "$work/err"; bad=1
  elif [ "$TEST_LIB" != libgomp ] && ! { grep -q "$name" "$work/err" && grep -qF -- "$value" "$work/err"; }; then
    echo "$name=$value is not named in:"; cat "$work/err"; bad=1
  fi
done <<'V'
OMP_NUM_THREADS abc
OMP_NUM_THREADS -3
OMP_NUM_THREADS 0
OMP_NUM_THREADS 4,
OMP_NUM_THREADS 4x
OMP_NUM_THREADS 99999999999999999999
OMP_SCHEDULE fast
OMP_SCHEDULE dynamic,x
OMP_NESTED maybe
OMP_CANCELLATION 2
OMP_PROC_BIND nearby
OMP_PLACES {0,
OMP_PLACES rooms
OMP_STACKSIZE big
OMP_WAIT_POLICY lazy
OMP_MAX_ACTIVE_LEVELS -1
OMP_THREAD_LIMIT 0
OMP_MAX_TASK_PRIORITY -1
OMP_DEFAULT_DEVICE x
OMP_TARGET_OFFLOAD sometimes
GOMP_SPINCOUNT many
OMP_DISPLAY_ENV perhaps
V
# no message for good values
env $TEST_LIB_ENV OMP_NUM_THREADS=" 3 , 2" OMP_SCHEDULE="Guided , 4" OMP_STACKSIZE="4 M" OMP_WAIT_POLICY=PASSIVE \
  OMP_PROC_BIND=false GOMP_SPINCOUNT=10k OMP_CANCELLATION=TRUE timeout -k 1 10 "$work/p" 2> "$work/err" || { echo "good values: status $?"; bad=1; }
[ -s "$work/err" ] && { echo "good values:"; cat "$work/err"; bad=1; }
exit $bad
