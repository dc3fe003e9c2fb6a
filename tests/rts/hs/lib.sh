# Sourced by the scripts hs_*.sh beside this folder. A test exits with 0 (pass), 1 (fail) or
# 77 (skip, with the reason). RUNTIME=libgomp builds against GCC's library instead, to check the
# test itself where the behaviour is not particular to this runtime.
# shellcheck shell=sh
set -u

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
build=${BUILD:-$root/build}
runtime=${RUNTIME:-ghcomp}
out=$build/tests/rts
source_dir=$root/tests/rts/hs
CC=${CC:-gcc}
GHC=${GHC:-ghc}
name=$(basename -- "$0" .sh)

fail () {
  echo "$name: FAIL: $*"
  exit 1
}

skip () {
  echo "$name: skipped: $*"
  exit 77
}

for variable in $(env | sed -n 's/^\(\(OMP\|GOMP\|GHCOMP\)_[A-Za-z_0-9]*\)=.*/\1/p') GHCRTS; do
  unset "$variable"
done

command -v "$GHC" >/dev/null 2>&1 || skip "no $GHC"
mkdir -p "$out/$name.o" || fail "cannot make $out/$name.o"

case $runtime in
  ghcomp)
    [ -e "$build/libghcomp.so" ] || fail "$build/libghcomp.so is missing: run make first"
    library="-L$build -lghcomp -optl-Wl,-rpath,$build"
    ;;
  libgomp) library=-lgomp ;;
  *) fail "unknown RUNTIME $runtime" ;;
esac

# quietly COMMAND...: prints the output only when the command fails, and then ends the test.
quietly () {
  timeout 100 "$@" >"$out/$name.log" 2>&1 && return 0
  cat "$out/$name.log"
  fail "building: $*"
}

# build_haskell SOURCE [GHC OPTION...]: makes $program. Without options: the threaded RTS.
build_haskell () {
  haskell=$1
  shift
  [ $# -gt 0 ] || set -- -threaded
  program=$out/$name
  quietly "$CC" -O2 -Wall -Wextra -Wmissing-prototypes -I"$source_dir" -fopenmp \
    -c "$source_dir/kernels.c" -o "$out/$name.o/kernels.o"
  # shellcheck disable=SC2086
  quietly "$GHC" -v0 -Wall -O1 -rtsopts "-i$source_dir:$root/src" "-I$root/include" -outputdir "$out/$name.o" "$@" \
    "$source_dir/$haskell" "$out/$name.o/kernels.o" -o "$program" $library -ldl
}

# run SECONDS STATUS COMMAND...: the command must end in time with this exit status.
run () {
  limit=$1
  want=$2
  shift 2
  timeout -k 2 "$limit" "$@"
  status=$?
  [ "$status" -ne 124 ] || fail "no end after $limit s: $*"
  [ "$status" -eq "$want" ] || fail "exit status $status, not $want: $*"
}
