#!/bin/bash
# LIBS: ghc pthread
# LIMIT: 400
# Programs built with -fsanitize=thread on the installed libraries, which are not: for each construct no report without
# a race, and one for a race. With --all each construct in a process of its own, and on the instrumented library too.
set -u
here=$(dirname "$0")
matrix=$BUILD/tests/bin/rts.tsan.matrix.$TEST_LIB
log=$matrix.out
export OMP_CANCELLATION=true
export TSAN_OPTIONS="exitcode=0 atexit_sleep_ms=0 suppress_equal_addresses=0 suppress_equal_stacks=0"
gcc -g -O1 -fsanitize=thread -fopenmp -Wall -Wno-unknown-pragmas "$here/tsan/matrix.c" -o "$matrix" 2> "$log" ||
  { if grep -q 'cannot find.*tsan' "$log"; then echo "no libtsan"; exit 77; fi; cat "$log"; exit 1; }

# The sanitizer wants its memory free, which some kernels' random addresses are not.
fixed=
env $TEST_LIB_ENV "$matrix" parallel clean 1 > "$log" 2>&1
if grep -q 'unexpected memory mapping' "$log"; then
  fixed="setarch -R"
  env $TEST_LIB_ENV $fixed "$matrix" parallel clean 1 > "$log" 2>&1
  if grep -q 'unexpected memory mapping' "$log"; then echo "no room for the sanitizer's memory"; exit 77; fi
fi

bad=0
try () # library path, arguments
{
  env $TEST_LIB_ENV LD_LIBRARY_PATH="$1" $fixed "$matrix" "${@:2}" > "$log" 2>&1 && return
  echo "$1, ${*:2}: status $?"
  grep -v '^  ' "$log" | grep -v '^=*$' | head -5
  [ "$3" = race ] || sed -n '/WARNING/,/^SUMMARY/p' "$log" | head -40
  bad=1
}

paths=$(echo "$TEST_LIB_ENV" | sed -n 's/.*LD_LIBRARY_PATH=\([^ ]*\).*/\1/p')
[ -n "$paths" ] || { echo "no folder of a library in $TEST_LIB_ENV"; exit 1; }
constructs=all
if [ -n "${TEST_ALL-}" ]; then
  constructs=$("$matrix")
  [ "$TEST_LIB" = ghc ] || [ ! -e "$BUILD/tsan/pthread/compat" ] || paths="$paths $BUILD/tsan/pthread/compat"
fi
for path in $paths; do
  for construct in $constructs; do
    try "$path" "$construct" clean 10
    try "$path" "$construct" race
  done
done
exit $bad
