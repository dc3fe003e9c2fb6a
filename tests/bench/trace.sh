#!/bin/bash
# A timeline costs regions of 20 microseconds less than 5 %.
# WHEN: all
# LIMIT: 300
cd "$(dirname "$(readlink -f "$0")")/../.." || exit 1
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
[ -e "$BUILD/compat/libgomp.so.1" ] || { echo "no $BUILD/compat/libgomp.so.1"; exit 77; }
# Other processes disturb a measurement of microseconds.
for try in 1 2 3 4; do
  echo "try $try"
  bench/trace --limit 5 && exit 0
done
exit 1
