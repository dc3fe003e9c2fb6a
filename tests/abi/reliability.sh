#!/bin/bash
# LIMIT: 20
# Each test that docs/reliability.md names exists, and each row names one.
set -u
cd "$(dirname "$0")/../.." || exit 1
bad=0 names=0
for name in $(grep '^|' docs/reliability.md | grep -o '`[a-z]*/[A-Za-z_0-9]*\.\(c\|cc\|f90\|sh\)`' | tr -d '`' | sort -u); do
  names=$((names + 1))
  [ -e "tests/$name" ] || { echo "named in docs/reliability.md, and not there: $name"; bad=1; }
done
if grep '^| ' docs/reliability.md | grep -v '^| Kind ' | grep -v '`[a-z]*/[A-Za-z_0-9]*\.[a-z0-9]*`[^|]*|$'; then
  echo "these rows name no test"
  bad=1
fi
[ $names -gt 10 ] || { echo "only $names tests named"; bad=1; }
exit $bad
