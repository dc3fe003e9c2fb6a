#!/bin/bash
# LIBS: ghc pthread
# LIMIT: 90
# More than one OpenMP runtime in a process, in both orders of loading: our library beside GCC's opened for
# itself alone, and our library under both of its names. Sums are right, nothing hangs, threads are bounded.
# A library that uses OpenMP is opened and closed a hundred times.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
dir=$(sed -n 's/.*LD_LIBRARY_PATH=\([^ ]*\).*/\1/p' <<< "$TEST_LIB_ENV")
[ -e "$dir/libgomp.so.1" ] || { echo "skip: no library under GCC's name"; exit 77; }
named=$(dirname "$dir")/libghcomp.so
cat > "$work/l.c" <<'C'
#include <omp.h>
int
work (int n)
{
  int sum = 0, tasks = 0;
#pragma omp parallel num_threads(n)
  {
#pragma omp for reduction(+ : sum) schedule(dynamic)
    for (int i = 1; i <= 100; i++)
      sum += i;
#pragma omp task
#pragma omp atomic
    tasks++;
  }
  return sum == 5050 && tasks == n;
}
int level (void) { return omp_get_level (); }
C
cat > "$work/p.c" <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define DIE(...) (fprintf (stderr, __VA_ARGS__), exit (1))
static int (*run[2]) (int);
static void *
host (void *arg)
{
  for (int i = 0; i < 60; i++)
    if (!run[(i + (int) (long) arg) % 2](1 + i % 4))
      DIE ("wrong sum\n");
  return NULL;
}
static int
threads (void)
{
  char line[256];
  int n = 0;
  FILE *file = fopen ("/proc/self/status", "r");
  while (file && fgets (line, sizeof line, file))
    sscanf (line, "Threads: %d", &n);
  return n;
}
static void *
need (const char *file, int flags)
{
  void *handle = dlopen (file, flags);
  if (!handle)
    DIE ("%s\n", dlerror ());
  return handle;
}
int
main (int argc, char **argv)
{
  if (argc == 3 && !strcmp (argv[1], "close"))
    {
      for (int i = 0; i < 100; i++)
        {
          void *handle = need (argv[2], RTLD_NOW | (i % 2 ? RTLD_GLOBAL : RTLD_LOCAL));
          int (*work) (int) = (int (*) (int)) dlsym (handle, "work");
          if (!work (1 + i % 4))
            DIE ("wrong sum in round %d\n", i);
          dlclose (handle);
        }
      if (threads () > 4 + 4)
        DIE ("%d threads\n", threads ());
      return 0;
    }
  for (int i = 0; i < 2; i++)
    {
      void *handle = need (argv[1 + i], RTLD_NOW | RTLD_LOCAL);
      run[i] = (int (*) (int)) dlsym (handle, "work");
    }
  for (int i = 0; i < 200; i++)
    if (!run[i % 2](1 + i % 4))
      DIE ("wrong sum\n");
  pthread_t thread[4];
  for (long i = 0; i < 4; i++)
    pthread_create (&thread[i], NULL, host, (void *) i);
  for (int i = 0; i < 4; i++)
    pthread_join (thread[i], NULL);
  fprintf (stderr, "%d threads\n", threads ());
  return threads () > 50;
}
C
system=$(${CC:-gcc} -print-file-name=libgomp.so.1)
[ "$system" = libgomp.so.1 ] && system=$(ldconfig -p | sed -n 's/.*libgomp\.so\.1 .*=> //p' | head -1)
link () # output, library: work() whose runtime is exactly that library
{
  mkdir -p "$work/$1.d"
  ${CC:-gcc} -O2 -fopenmp -fPIC -shared -c -o "$work/$1.o" "$work/l.c" &&
    ${CC:-gcc} -shared -Wl,--no-as-needed -o "$work/$1.so" "$work/$1.o" "$2" -Wl,-rpath,"$(dirname "$2")" || exit 1
}
${CC:-gcc} -o "$work/p" "$work/p.c" -ldl -lpthread || exit 1
# GCC's library under a name of its own, so that both can be loaded
cp "$system" "$work/libgcc-omp.so"
command -v patchelf > /dev/null && patchelf --set-soname libgcc-omp.so "$work/libgcc-omp.so" ||
  python3 - "$work/libgcc-omp.so" <<'P' || exit 77
import sys
data = open(sys.argv[1], 'rb').read()
# same length: the soname's string only
assert data.count(b'\0libgomp.so.1\0') >= 1
open(sys.argv[1], 'wb').write(data.replace(b'\0libgomp.so.1\0', b'\0libgxyz.so.1\0', 1))
P
name=$(readelf -d "$work/libgcc-omp.so" | sed -n 's/.*soname: \[\(.*\)\]/\1/p')
[ "$name" = libgcc-omp.so ] || { cp "$work/libgcc-omp.so" "$work/$name"; }
link ours "$dir/libgomp.so.1"
link other "$work/$name"
try () # description, arguments
{
  local what=$1
  shift
  env -u LD_LIBRARY_PATH OMP_DYNAMIC=false timeout 30 "$work/p" "$@" > "$work/out" 2>&1 && { echo "$what: $(cat "$work/out")"; return; }
  echo "$what: status $?"
  cat "$work/out"
  exit 1
}
try "ours, then GCC's" "$work/ours.so" "$work/other.so"
try "GCC's, then ours" "$work/other.so" "$work/ours.so"
if [ -e "$named" ]; then
  mkdir "$work/named"
  ${CC:-gcc} -shared -Wl,--no-as-needed -o "$work/named.so" "$work/ours.o" "$named" -Wl,-rpath,"$work/named" || exit 1
  ln -s "$named" "$work/named/libghcomp.so.1"
  [ -e "$(dirname "$named")/libghcomp-rts.so" ] && ln -s "$(dirname "$named")/libghcomp-rts.so" "$work/named/"
  try "both of our names" "$work/ours.so" "$work/named.so"
fi
try "opened and closed" close "$work/ours.so"
