#!/bin/bash
# LIBS: ghc pthread
# Every symbol of the lists, with its version node, is exported; nothing else under those nodes is
# missing; the library has no static TLS.
set -u
here=$(dirname "$(readlink -f "$0")")
case $TEST_LIB in
  ghc) library=$BUILD/compat/libgomp.so.1 ;;
  pthread) library=$BUILD/pthread/compat/libgomp.so.1 ;;
esac
[ -e "$library" ] || { echo "no $library"; exit 77; }
library=$(readlink -f "$library")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nm -D --with-symbol-versions --defined-only "$library" | awk '{ sub(/@@/, "@", $NF); print $NF }' | sort -u > "$work/have"
bad=0
for list in "$here"/libgomp-gcc*.symbols; do
  grep -v '^ *#' "$list" | sed 's/@@/@/' | grep . | sort -u > "$work/want"
  comm -23 "$work/want" "$work/have" > "$work/missing"
  if [ -s "$work/missing" ]; then
    echo "$(wc -l < "$work/missing") of $(basename "$list") are missing:"
    head -20 "$work/missing" | paste -sd' '
    bad=1
  fi
done
readelf -d "$library" > "$work/dynamic"
grep -q STATIC_TLS "$work/dynamic" && { echo "the library has the flag STATIC_TLS"; bad=1; }
grep -q NODELETE "$work/dynamic" || { echo "the library lacks the flag NODELETE"; bad=1; }
grep -q 'SONAME.*\[libgomp\.so\.1\]' "$work/dynamic" || { echo "the soname is not libgomp.so.1:"; grep SONAME "$work/dynamic"; bad=1; }
exit $bad
