#!/bin/sh
# Linear arrays against lists: random programs, at each level of optimisation.
# LIMIT: 300
. "$(dirname -- "$0")/hs/lib.sh"
quietly "$CC" -O2 -Wall -Wextra -Wmissing-prototypes -fopenmp -c "$source_dir/array_kernels.c" -o "$out/$name.o/array_kernels.o"
for level in -O0 -O1 -O2; do
  build_haskell LinearProgram.hs -threaded -Werror $level "$out/$name.o/array_kernels.o"
  programs=300
  [ $level != -O0 ] || programs=100
  run 60 0 "$program" $programs +RTS -N1
  run 60 0 "$program" $programs +RTS -N4
done
