#!/bin/sh
# OpenMP goes on after hs_exit in a program whose main is C.
# LIMIT: 120
. "$(dirname -- "$0")/hs/lib.sh"
quietly "$GHC" -v0 -c -optc-Wall "-optc-I$source_dir" "$source_dir/shutdown.c" -o "$out/$name.o/shutdown.o"
build_haskell Library.hs -threaded -no-hs-main "$out/$name.o/shutdown.o"
run 30 0 "$program"
run 30 0 "$program" before
