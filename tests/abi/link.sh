#!/bin/bash
# Linking with -fopenmp -lghcomp asks for libghcomp and for no second OpenMP runtime.
# LIMIT: 30
set -eu
build=${BUILD:-build}
case $build in /*) ;; *) build=$PWD/$build ;; esac
[ -e "$build/libghcomp.so" ] || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/prog.c" <<'C'
int main (void)
{
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  sum += 1;
  return sum != 3;
}
C
${CC:-gcc} -fopenmp "$work/prog.c" -L"$build" -lghcomp -Wl,-rpath,"$build" -o "$work/prog"
"$work/prog"
needed=$(readelf -d "$work/prog" | grep NEEDED)
grep -q 'libghcomp.so.1' <<< "$needed" || { echo "libghcomp.so.1 is not asked for: $needed"; exit 1; }
! grep -q libgomp <<< "$needed" || { echo "libgomp is asked for too: $needed"; exit 1; }
