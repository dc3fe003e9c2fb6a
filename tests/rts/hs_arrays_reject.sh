#!/bin/sh
# Programs that the compiler must reject: arrays used twice, dropped, leaked; arrays that could move.
# LIMIT: 300
. "$(dirname -- "$0")/hs/lib.sh"

# compiles SOURCE [OPTION...]: type checks only; the messages go to $out/$name.log.
compiles () {
  source=$1
  shift
  timeout 60 "$GHC" -v0 -fno-code "-i$root/src" -outputdir "$out/$name.o" "$@" \
    "$source_dir/reject/$source" >"$out/$name.log" 2>&1
}

# rejected SOURCE MACRO MESSAGE...: must fail with one error, of this kind, in the function `bad`.
rejected () {
  source=$1
  macro=$2
  message=$3
  if compiles "$source" "-D$macro"; then fail "$source compiles with $macro"; fi
  grep -q "$message" "$out/$name.log" || { cat "$out/$name.log"; fail "$macro: no \"$message\""; }
  [ "$(grep -c '^[^ ].*error' "$out/$name.log")" = 1 ] || { cat "$out/$name.log"; fail "$macro: other errors too"; }
}

for source in Linear.hs Pinned.hs; do
  compiles "$source" || { cat "$out/$name.log"; fail "the control $source does not compile"; }
  macros=$(sed -n 's/^#\(el\)\{0,1\}if defined(\(.*\))$/\2/p' "$source_dir/reject/$source" | sort -u)
  [ "$(echo "$macros" | wc -l)" -ge 6 ] || fail "$source has too few programs"
  for macro in $macros; do
    case $source/$macro in
      Linear.hs/*) rejected "$source" "$macro" "arising from multiplicity of\|arising from a non-linear pattern" ;;
      Pinned.hs/CONSTRUCTOR) rejected "$source" "$macro" "Data constructor not in scope\|Illegal term-level use" ;;
      Pinned.hs/WRITE_TO_FROZEN) rejected "$source" "$macro" "No instance for .*MutableMemory PinnedArray" ;;
      Pinned.hs/UNCHECKED) rejected "$source" "$macro" "Couldn't match type .*PinnedArray" ;;
      Pinned.hs/*) rejected "$source" "$macro" "No instance for .*Memory" ;;
    esac
  done
done
