#!/bin/bash
# LIBS: ghc pthread
# LIMIT: 60
# Without /proc, /sys and /dev/shm, on read-only folders, the library works, says nothing and makes no file.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unshare -m true 2> /dev/null || { echo "skip: no mount namespaces here"; exit 77; }
cat > "$work/p.c" <<'C'
#include <omp.h>
int
main (void)
{
  int n = 0;
#pragma omp parallel num_threads(4) reduction(+ : n)
  n++;
  return n != 4 || omp_get_max_threads () < 1;
}
C
${CC:-gcc} -fopenmp -o "$work/p" "$work/p.c" || exit 1
mkdir "$work/empty"
bad=0
place=/run/ghcomp-test.$$
for hide in "/proc" "/sys" "/dev/shm" "/proc /sys /dev/shm /tmp /var"; do
  # the library and the program stay reachable under a folder of their own
  cat > "$work/inner" <<I
set -e
mkdir -p $place; mount -t tmpfs none $place
cp "$work/p" $place/
mkdir $place/lib $place/none
[ -z "$TEST_LIB_ENV" ] || { dir=\$(sed -n 's/.*LD_LIBRARY_PATH=\([^ ]*\).*/\1/p' <<< "$TEST_LIB_ENV"); cp -L \$dir/* $place/lib/; }
mount -o remount,ro $place
for d in $hide; do mount --bind $place/none \$d; done
cd /
LD_LIBRARY_PATH=$place/lib OMP_DYNAMIC=false timeout 10 $place/p
I
  unshare -m bash "$work/inner" > "$work/out" 2>&1
  status=$?
  if [ $status != 0 ] || [ -s "$work/out" ]; then
    echo "without $hide: status $status"
    cat "$work/out"
    bad=1
  fi
done
rmdir $place 2> /dev/null
if command -v strace > /dev/null; then
  # shellcheck disable=SC2086
  strace -f -e trace=openat,creat,mkdir,unlink -o "$work/calls" env $TEST_LIB_ENV OMP_DYNAMIC=false "$work/p" ||
    { echo "skip of the trace: strace does not work here"; exit $bad; }
  if grep -E 'O_CREAT|creat\(|mkdir\(|unlink\(' "$work/calls"; then
    echo "a file was made"
    bad=1
  fi
fi
exit $bad
