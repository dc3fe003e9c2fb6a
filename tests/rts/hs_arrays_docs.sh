#!/bin/sh
# The programs in docs/arrays.md compile, run and are right.
# LIMIT: 200
. "$(dirname -- "$0")/hs/lib.sh"
quietly "$CC" -O2 -fopenmp -c "$source_dir/array_kernels.c" -o "$out/$name.o/array_kernels.o"
awk -v dir="$out/$name.o" '/^```haskell/ { n++; on = 1; next } /^```/ { on = 0 }
  on { print > (dir "/Example" n ".hs") }' "$root/docs/arrays.md"
number=0
while number=$((number + 1)); [ -e "$out/$name.o/Example$number.hs" ]; do
  quietly "$GHC" -v0 -Wall -Werror -O1 -threaded -rtsopts "-i$root/src" -outputdir "$out/$name.o/$number" \
    "$out/$name.o/Example$number.hs" "$out/$name.o/array_kernels.o" -o "$out/$name.o/example" \
    -L"$build" -lghcomp "-optl-Wl,-rpath,$build" -ldl
  run 20 0 "$out/$name.o/example" +RTS -N2
done
[ "$number" -ge 3 ] || fail "only $((number - 1)) programs in docs/arrays.md"
