#!/bin/sh
# Every demonstration of demos/ builds, runs, and finds its own results right.
# LIMIT: 400
cd "$(dirname -- "$0")/../.." || exit 1
command -v "${GHC:-ghc}" >/dev/null || { echo "no ghc"; exit 77; }
exec demos/run.sh all
