#!/bin/bash
# LIMIT: 400
# The examples in README and docs are compiled and run, and what they print is what the page says.
set -u
cd "$(dirname "$0")/../.." || exit 1
[ -e "${BUILD:-build}/libghcomp.so" ] || { echo "skipped: built without GHC"; exit 77; }
scripts/doc-examples || exit

# The check can fail: another output, a failed command, a command and an excerpt that are nowhere.
page=$(mktemp --suffix=.md) || exit 1
trap 'rm -f "$page"' EXIT
printf '```console\n$ echo a; echo b\na\n```\n\n```sh\nfalse\n```\n\n```\nmake nonsense\n```\n\n```c\nint nonsense;\n```\n' >"$page"
said=$(scripts/doc-examples "$page") && { echo "wrong examples were not seen"; exit 1; }
[ "$(grep -c ": \(another output\|.*another output:\|failed: false\|there is no nonsense\|no file of the tree\)" <<<"$said")" = 4 ] ||
  { echo "not all wrong examples were seen:"; echo "$said"; exit 1; }
