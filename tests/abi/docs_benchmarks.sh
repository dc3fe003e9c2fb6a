#!/bin/bash
# LIMIT: 30
# docs/benchmarks.md, docs/apps.md, the table in README.md and the pictures are what the results in the tree give.
set -u
cd "$(dirname "$0")/../.." || exit 1
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
bad=0
scripts/benchmarks-page >"$work/page" && diff "$work/page" docs/benchmarks.md || bad=1
scripts/benchmarks-page --readme >"$work/readme" && diff "$work/readme" README.md || bad=1
scripts/apps-table >"$work/apps" && diff "$work/apps" docs/apps.md || bad=1
for picture in $(grep -ho 'charts/[a-z]*\.svg' docs/benchmarks.md docs/apps.md README.md | sort -u); do
  data=$(sed -n '$s/^<!-- of \(.*\) [0-9]* [0-9]* -->$/\1/p' "docs/$picture")
  [ -e "${data:-none}" ] && tail -n 1 "docs/$picture" | grep -qF " $data $(cksum <"$data") " \
    || { echo "$picture is of older data"; bad=1; }
done
[ $bad = 0 ] || echo "run make bench-pages"
exit $bad
