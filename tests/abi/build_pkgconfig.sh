#!/bin/bash
# pkg-config gives the flags that build against the installed library; the wrapper and the manual
# pages are installed and work from there, whatever DESTDIR was.
# LIMIT: 60
set -eu
. "$(dirname "$(readlink -f "$0")")/../support/installed.sh" pkg-config readelf gcc
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
# shellcheck disable=SC2046
gcc $(pkg-config --cflags ghcomp) "$work/prog.c" -o "$work/prog" $(pkg-config --libs ghcomp) -Wl,-rpath,"$prefix/lib"
served "$work/prog"
for page in man1/ghcomp-run.1 man1/ghcomp-where.1 man7/ghcomp.7; do
  [ -s "$prefix/share/man/$page" ] || { echo "no $page"; exit 1; }
done
for page in README.md LICENSE docs/architecture.md docs/howto/hang.md; do
  [ -s "$prefix/share/doc/ghcomp/$page" ] || { echo "no $page"; exit 1; }
done

gcc -fopenmp "$work/prog.c" -o "$work/plain"
wrapper=$prefix/bin/ghcomp-run
"$wrapper" --check "$work/plain" >"$work/said" || { echo "--check: status $?"; cat "$work/said"; exit 1; }
grep -q "$prefix/lib/ghcomp/compat/libgomp.so.1 would serve" "$work/said" || { cat "$work/said"; exit 1; }

# Staged: files under DESTDIR, moved to another place, still find each other.
make -s -C "$root" install PREFIX=/opt/ghcomp LIBDIR=/opt/ghcomp/lib/multi DESTDIR="$work/stage" >/dev/null
mv "$work/stage/opt" "$work/moved"
[ "$("$work/moved/ghcomp/bin/ghcomp-run" --which)" = "$work/moved/ghcomp/lib/multi/ghcomp/compat/libgomp.so.1" ] ||
  { echo "the moved wrapper found $("$work/moved/ghcomp/bin/ghcomp-run" --which)"; exit 1; }
