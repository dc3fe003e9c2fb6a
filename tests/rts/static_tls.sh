#!/bin/bash
# LIBS: ghc pthread
# LIMIT: 60
# The library can be loaded late: no static TLS, and it opens after twenty libraries that take some.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
dir=$(sed -n 's/.*LD_LIBRARY_PATH=\([^ ]*\).*/\1/p' <<< "$TEST_LIB_ENV")
library=$dir/libgomp.so.1
[ -e "$library" ] || { echo "skip: no library under GCC's name"; exit 77; }
if readelf -d "$library" | grep STATIC_TLS; then
  echo "$library uses static TLS"
  exit 1
fi
echo 'static __thread char room[100] __attribute__ ((tls_model ("initial-exec"))); char *f (void) { return room; }' |
  ${CC:-gcc} -x c -fPIC -shared -o "$work/t1.so" - || exit 1
for i in $(seq 2 20); do
  cp "$work/t1.so" "$work/t$i.so"
done
cat > "$work/l.c" <<'C'
int
work (void)
{
  int n = 0;
#pragma omp parallel num_threads(4) reduction(+ : n)
  n++;
  return n;
}
C
cat > "$work/p.c" <<'C'
#include <dlfcn.h>
#include <stdio.h>
int
main (int argc, char **argv)
{
  int refused = 0;
  for (int i = 1; i < argc - 1; i++)
    refused += dlopen (argv[i], RTLD_NOW) == NULL;
  void *handle = dlopen (argv[argc - 1], RTLD_NOW);
  if (!handle)
    return fprintf (stderr, "%s (%d of the others were refused)\n", dlerror (), refused), 1;
  return ((int (*) (void)) dlsym (handle, "work")) () != 4;
}
C
${CC:-gcc} -fopenmp -fPIC -shared -o "$work/l.so" "$work/l.c" && ${CC:-gcc} -o "$work/p" "$work/p.c" -ldl || exit 1
# shellcheck disable=SC2086
env $TEST_LIB_ENV OMP_DYNAMIC=false timeout 20 "$work/p" "$work"/t*.so "$work/l.so"
