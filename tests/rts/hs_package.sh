#!/bin/sh
# The cabal package compiles the same runtime as make: its lists name every file, and its linker
# options every entry point.
# LIMIT: 20
set -u
cd "$(dirname -- "$0")/../.." || exit 1
status=0
for file in runtime/base/*.c runtime/core/*.c runtime/abi/*.c runtime/backend/plain_thread.c \
            runtime/backend/ghc_*.c runtime/*/*.h cbits/*.c cbits/*.cmm; do
  if ! grep -q "^ *$file\$" ghc-openmp.cabal; then
    echo "not in ghc-openmp.cabal: $file"
    status=1
  fi
done
for file in $(sed -n 's/^ *\(\(runtime\|cbits\)\/.*\.[a-z]*\)$/\1/p' ghc-openmp.cabal); do
  if [ ! -e "$file" ]; then
    echo "in ghc-openmp.cabal, and gone: $file"
    status=1
  fi
done
scripts/cabal-exports --check || status=1
exit $status
