#!/bin/bash
# LIMIT: 30
# docs/benchmarks.md, the table in README.md and its picture are what data/bench.json gives.
set -u
cd "$(dirname "$0")/../.." || exit 1
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
bad=0
scripts/benchmarks-page >"$work/page" && diff "$work/page" docs/benchmarks.md || bad=1
scripts/benchmarks-page --readme >"$work/readme" && diff "$work/readme" README.md || bad=1
for picture in docs/charts/*.svg; do
  grep -qF "<!-- of data/bench.json $(cksum <data/bench.json) -->" "$picture" || { echo "$picture is of older data"; bad=1; }
done
[ $bad = 0 ] || echo "run make bench-pages"
exit $bad
