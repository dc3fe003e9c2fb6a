#!/bin/bash
# LIMIT: 180
# The site can be built without a warning, and each link inside it leads somewhere.
set -u
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
BUILD=$work scripts/site build || exit $?
for name in constructs scaling corun apps; do
  tail -n 1 "$work/site/charts/$name.svg" | grep -q '^</svg>$' || { echo "chart $name was not drawn now"; exit 1; }
  grep -q "charts/$name.svg" "$work"/site/{benchmarks,apps}.html || { echo "chart $name is not shown"; exit 1; }
done

# The check can fail: a link that leads nowhere, a place that is not there, a picture from the network.
page=$work/site/tutorial/broken.html
mkdir -p "$work/site/tutorial"
echo '<a href="nowhere.html">a</a> <a href="../index.html#nowhere">b</a> <img src="https://example.org/x.png">' >"$page"
BUILD=$work scripts/site check >"$work/said" && { echo "broken links were not seen"; exit 1; }
[ "$(grep -c '^tutorial/broken.html: ' "$work/said")" = 3 ] || { echo "not all broken links were seen:"; cat "$work/said"; exit 1; }
