#!/bin/sh
# The demonstrations: builds each program, runs it, and says what it shows. Everything a program
# prints was checked by the program; the script ends with 1 when anything was wrong.
# Usage: demos/run.sh                 the three main parts (after make)
#        demos/run.sh all             the main parts, then every demos/haskell/Hs*.hs
#        demos/run.sh HsName...       these programs only
# Needs gcc; the Haskell parts need ghc, the third also Debian's libopenblas0-openmp, the programs
# cabal; they are skipped with a line when those are missing.
#
# Each program is linked with the Haskell package, built from its source tarball. Its first 15 lines
# may hold a line "-- DEMO: key=value ...", where a value is a list with commas and no spaces:
#   needs=    C and Cmm files in demos/haskell, compiled with -fopenmp and linked
#   flags=    options for ghc, after -O1 -threaded -rtsopts
#   rts=      options for the RTS
#   limit=    seconds that it may run (60)
# HsMain and HsBlas are the main parts: they say "-- DEMO: main".
set -u

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root" || exit 1
build=${BUILD:-$root/build}
out=$build/demos
CC=${CC:-gcc}
GHC=${GHC:-ghc}
log=$out/last.log
bad=0
skipped=0
limit=60

if [ ! -e "$build/libghcomp.so" ]; then
  echo "demo: $build/libghcomp.so is missing: run make first" >&2
  exit 1
fi
mkdir -p "$out" || exit 1

# The programs choose their own team sizes: settings of the caller's shell would change the story.
for name in $(env | sed -n 's/^\(\(OMP\|GOMP\|GHCOMP\)_[A-Za-z_0-9]*\)=.*/\1/p') LD_PRELOAD GHCRTS; do
  unset "$name"
done

wrong () {
  echo "  WRONG: $*"
  bad=$((bad + 1))
}

# build_or_die COMMAND...: quiet unless it fails.
build_or_die () {
  if ! timeout 300 "$@" >"$log" 2>&1; then
    cat "$log"
    echo "demo: this failed: $*" >&2
    exit 1
  fi
}

# show LOG COMMAND...: runs a program under a time limit, keeps its output in LOG, prints all but
# the lines "answer", which are for comparing.
show () {
  file=$1
  shift
  timeout "$limit" "$@" >"$file" 2>&1
  status=$?
  grep -v '^answer' "$file"
  case $status in
    0) ;;
    124) wrong "no end after $limit s: $*" ;;
    *) wrong "exit status $status: $*" ;;
  esac
}

provenance="$root/demos/common/provenance.c"
cflags="-O2 -Wall -Wextra -I$root/demos/common"
rpath=-Wl,-rpath,$build

main_parts () {
echo "1. A C program"
# shellcheck disable=SC2086
build_or_die "$CC" $cflags -fopenmp -c "$root/demos/c/pi.c" -o "$out/pi.o"
# shellcheck disable=SC2086
build_or_die "$CC" $cflags -c "$provenance" -o "$out/provenance.o"
build_or_die "$CC" -fopenmp "$out/pi.o" "$out/provenance.o" -o "$out/pi-gcc" -ldl -lm
build_or_die "$CC" "$out/pi.o" "$out/provenance.o" -o "$out/pi-ghcomp" -L"$build" -lghcomp "$rpath" -ldl -lm

echo " linked with -lghcomp:"
show "$out/pi-linked.log" "$out/pi-ghcomp" ghcomp
echo " built by gcc -fopenmp as usual, and left alone:"
show "$out/pi-plain.log" "$out/pi-gcc" libgomp
echo " the same file again, with LD_PRELOAD=build/libghcomp.so:"
show "$out/pi-preload.log" env LD_PRELOAD="$build/libghcomp.so" "$out/pi-gcc" ghcomp

for run in linked plain preload; do
  grep '^answer' "$out/pi-$run.log" >"$out/pi-$run.answer"
done
if [ -s "$out/pi-plain.answer" ] && cmp -s "$out/pi-plain.answer" "$out/pi-linked.answer" \
   && cmp -s "$out/pi-plain.answer" "$out/pi-preload.answer"; then
  echo " all three gave the same answers:"
  sed -n '1s/^answer/ /p' "$out/pi-plain.answer"
else
  wrong "the three runs gave different answers (build/demos/pi-*.answer)"
fi

echo
echo "2. A Haskell program"
if ! command -v "$GHC" >/dev/null 2>&1; then
  echo "  skipped: no $GHC here"
  skipped=2
else
  mkdir -p "$out/main.o" "$out/blas.o"
  build_or_die "$CC" -O2 -Wall -Wextra -fopenmp -c "$root/demos/haskell/kernels.c" -o "$out/kernels.o"
  build_or_die "$GHC" -v0 -Wall -O1 -threaded -rtsopts -outputdir "$out/main.o" \
    "$root/demos/haskell/HsMain.hs" "$out/kernels.o" "$out/provenance.o" -o "$out/HsMain" \
    -L"$build" -lghcomp "-optl$rpath" -ldl
  echo " ghc -threaded, C kernels built with gcc -fopenmp, linked with -lghcomp:"
  show "$out/hsmain.log" "$out/HsMain" ghcomp +RTS -N2 -RTS

  echo
  echo "3. OpenBLAS called from Haskell"
  blas=
  for folder in "/usr/lib/$($CC -print-multiarch 2>/dev/null)/openblas-openmp" /usr/lib64/openblas-openmp; do
    if [ -e "$folder/libopenblas.so.0" ]; then
      blas=$folder
      break
    fi
  done
  if [ -z "$blas" ]; then
    echo "  skipped: no OpenMP build of OpenBLAS here (Debian: apt-get install libopenblas0-openmp)"
    skipped=$((skipped + 1))
  else
    build_or_die "$GHC" -v0 -Wall -O1 -threaded -rtsopts -outputdir "$out/blas.o" \
      "$root/demos/haskell/HsBlas.hs" "$out/provenance.o" -o "$out/HsBlas" \
      "-optl$blas/libopenblas.so.0" "-optl-Wl,-rpath,$blas" -lgomp -ldl
    echo " as installed, on GCC's libgomp:"
    show "$out/blas-gomp.log" "$out/HsBlas" libgomp +RTS -N2 -RTS
    echo " the same file, with LD_PRELOAD=build/libghcomp.so:"
    show "$out/blas-preload.log" env LD_PRELOAD="$build/libghcomp.so" \
      "$out/HsBlas" ghcomp +RTS -N2 -RTS
    if [ -e "$build/compat/libgomp.so.1" ]; then
      echo " the same file, with ours in the place of libgomp.so.1 (LD_LIBRARY_PATH=build/compat):"
      show "$out/blas-compat.log" env LD_LIBRARY_PATH="$build/compat" \
        "$out/HsBlas" ghcomp +RTS -N2 -RTS
    fi
  fi
fi
}

# program NAME: builds demos/haskell/NAME.hs against the package, and runs it.
program () {
  source=$root/demos/haskell/$1.hs
  header=$(sed -n '1,15s/^-- DEMO: *//p' "$source" | head -1)
  needs='' flags='' rts='' limit=60
  for word in $header; do
    value=$(printf '%s' "${word#*=}" | tr , ' ')
    case $word in
      needs=*) needs=$value ;;
      flags=*) flags=$value ;;
      rts=*) rts=$value ;;
      limit=*) limit=$value ;;
      *) wrong "$1.hs: what is \"$word\" in its DEMO line?" ;;
    esac
  done
  objects=''
  mkdir -p "$out/$1.o"
  for file in $needs; do
    case $file in
      *.c)
        # shellcheck disable=SC2086
        build_or_die "$CC" $cflags -fopenmp -c "$root/demos/haskell/$file" -o "$out/$1.o/${file%.c}_c.o"
        objects="$objects $out/$1.o/${file%.c}_c.o" ;;
      *) objects="$objects $root/demos/haskell/$file" ;;
    esac
  done
  echo "$1: $(sed -n '1,15s/^-- | *//p' "$source" | head -1)"
  # shellcheck disable=SC2086
  build_or_die "$GHC" -v0 -Wall -O1 -threaded -rtsopts -outputdir "$out/$1.o" "-i$root/demos/haskell" \
    $package $flags "$source" $objects -o "$out/$1"
  start=$(date +%s%N)
  # shellcheck disable=SC2086
  show "$out/$1.log" "$out/$1" +RTS $rts -RTS
  printf '  %s s\n' "$(echo "$start $(date +%s%N)" | awk '{ printf "%.1f", ($2 - $1) / 1e9 }')"
}

# programs NAME...: builds the package, then each program.
programs () {
  for tool in "$GHC" cabal; do
    if ! command -v "$tool" >/dev/null 2>&1; then
      echo "  skipped: no $tool here"
      skipped=$((skipped + $#))
      return
    fi
  done
  if ! timeout 600 "$root/scripts/package" >"$log" 2>&1; then
    cat "$log"
    echo "demo: the package does not build" >&2
    exit 1
  fi
  package=$("$root/scripts/package" --ghc-options)
  for name; do
    echo
    program "$name"
  done
}

case ${1-} in
  '') main_parts ;;
  all)
    main_parts
    set --
    for file in "$root"/demos/haskell/Hs*.hs; do
      grep -q '^-- DEMO: main$' "$file" || set -- "$@" "$(basename -- "$file" .hs)"
    done
    programs "$@" ;;
  Hs*) programs "$@" ;;
  *) sed -n '4,6s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac

echo
if [ "$bad" -ne 0 ]; then
  echo "demo: $bad WRONG, see the lines above"
  exit 1
fi
if [ "$skipped" -ne 0 ]; then
  echo "demo: all results right, $skipped part(s) skipped"
else
  echo "demo: all results right"
fi
