#!/bin/bash
# A user who may make no further threads: the program goes on with a smaller team, and no RTS that
# could not make its own threads ends it.
# LIMIT: 60
set -u
build=${BUILD:-build}
case $build in /*) ;; *) build=$PWD/$build ;; esac
[ "$(id -u)" = 0 ] && command -v setpriv > /dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/prog.c" <<'C'
#include <stdio.h>
int main (void)
{
  int n = 0;
#pragma omp parallel num_threads(4) reduction(+ : n)
  n += 1;
  printf ("%d\n", n);
  return n < 1 || n > 4;
}
C
${CC:-gcc} -fopenmp "$work/prog.c" -o "$work/prog" || exit 1
cp "$build/compat/libgomp.so.1" "$build/libghcomp-rts.so" "$work" || exit 1
chmod -R a+rX "$work"
# a user id that nobody else uses, so the limit counts this test's threads only
for limit in 1 2 4 8 16; do
  timeout 10 setpriv --reuid=54321 --clear-groups bash -c \
    "ulimit -u $limit; exec env LD_LIBRARY_PATH='$work' '$work/prog'" > "$work/out" 2> "$work/err"
  status=$?
  if [ $status != 0 ]; then
    echo "limit $limit: status $status"
    cat "$work/out" "$work/err"
    exit 1
  fi
  echo "limit $limit: $(cat "$work/out") threads"
done
