#!/bin/bash
# LIBS: ghc pthread
# A library that uses OpenMP is opened, run and closed again, several times.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/l.c" <<'C'
int
work (void)
{
  int n = 0;
#pragma omp parallel num_threads(3) reduction(+ : n)
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
  for (int i = 0; i < 3; i++)
    {
      void *handle = dlopen (argv[1], RTLD_NOW | RTLD_LOCAL);
      if (!handle)
        return fprintf (stderr, "%s\n", dlerror ()), 1;
      int (*work) (void) = (int (*) (void)) dlsym (handle, "work");
      if (work () != 3)
        return 2;
      dlclose (handle);
    }
  return argc != 2;
}
C
${CC:-gcc} -fopenmp -fPIC -shared -o "$work/l.so" "$work/l.c" && "${CC:-gcc}" -o "$work/p" "$work/p.c" -ldl || exit 1
# shellcheck disable=SC2086
exec env $TEST_LIB_ENV OMP_DYNAMIC=false timeout 20 "$work/p" "$work/l.so"
