#!/bin/bash
# Helper of the models: verify MODEL "SPIN OPTIONS" pass|fail [PAN OPTIONS]
# Runs spin's verifier over all executions; fail: a broken variant, in which it must find an error.
command -v spin >/dev/null || { echo "spin is not installed"; exit 77; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
bad=0

verify ()
{
  local model=$1 options=$2 expect=$3 start end found
  shift 3
  start=$(date +%s.%N)
  # shellcheck disable=SC2086
  (cd "$work" && rm -f pan* ./*.trail && spin $options -a "$here/$model.pml" && gcc -O1 -w ${PAN_CFLAGS--DSAFETY} \
     -DMEMLIM=4000 -DVECTORSZ=4096 -o pan pan.c && ./pan -m2000000 "$@" -n > pan.out) > "$work/log" 2>&1
  end=$(date +%s.%N)
  if ! grep -q '^State-vector' "$work/pan.out" 2>/dev/null || grep -q 'max search depth too small\|out of memory' "$work/pan.out"; then
    echo "$model $options: the search did not end"; cat "$work/log" "$work/pan.out" 2>/dev/null | head -30
    bad=1
    return
  fi
  if grep -q 'errors: 0' "$work/pan.out"; then found=pass; else found=fail; fi
  echo "$model $options: $found ($(sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' "$work/pan.out") states, $(echo "$end $start" | awk '{printf "%.1f", $1 - $2}') s)"
  if [ $found != "$expect" ]; then
    echo "$model $options: $expect was expected"
    head -8 "$work/pan.out"
    (cd "$work" && spin $options -t -p "$here/$model.pml" 2>&1 | tail -60)
    bad=1
  fi
}
