# To be sourced by tests of an installation: installs into a temporary prefix; leaves $prefix, an
# empty folder $work, and the program of $work/prog.c, which no build system has to know about.
root=$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")
[ "$(readlink -f "${BUILD:-$root/build}")" = "$root/build" ] || { echo "not the build that make installs"; exit 77; }
[ -e "$root/build/libghcomp.so" ] || { echo "no $root/build/libghcomp.so"; exit 77; }
for tool in "$@"; do
  command -v "$tool" >/dev/null || { echo "no $tool"; exit 77; }
done
unset MAKEFLAGS MAKELEVEL DESTDIR LD_LIBRARY_PATH LD_PRELOAD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
make -s -C "$root" install PREFIX="$prefix" >"$work/install.log" 2>&1 || { cat "$work/install.log"; exit 1; }
cat >"$work/prog.c" <<'C'
#include <omp.h>
#include <stdio.h>
int
main (void)
{
  int sum = 0;
#pragma omp parallel for num_threads(3) reduction(+ : sum)
  for (int i = 1; i <= 100; i++)
    sum += i;
  printf ("sum %d, OpenMP %d\n", sum, omp_get_max_threads () > 0 ? _OPENMP : 0);
  return sum != 5050;
}
C

# The program asks for this library and for no other runtime, gets it from the prefix without help
# from the environment, and finds GHC's RTS beside it.
served () # program
{
  local needed said
  needed=$(readelf -d "$1" | grep NEEDED)
  grep -q 'libghcomp\.so\.1' <<<"$needed" || { echo "$1 does not ask for libghcomp.so.1: $needed"; exit 1; }
  ! grep -q 'libgomp' <<<"$needed" || { echo "$1 asks for libgomp: $needed"; exit 1; }
  said=$(GHCOMP_VERBOSE=1 "$1" 2>&1) || { echo "$1 failed: $said"; exit 1; }
  grep -q '^sum 5050, OpenMP 20' <<<"$said" || { echo "wrong output: $said"; exit 1; }
  grep -q "GHC's RTS, started here" <<<"$said" || { echo "no RTS was started: $said"; exit 1; }
  LD_DEBUG=bindings "$1" 2>&1 | grep GOMP_parallel | grep -q "to $prefix/lib/.*libghcomp" ||
    { echo "GOMP_parallel of $1 is not served from $prefix"; exit 1; }
}
