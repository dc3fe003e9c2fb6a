#!/bin/bash
# A meson project that says dependency('openmp') builds against the installed library unchanged.
# LIMIT: 60
set -eu
. "$(dirname "$(readlink -f "$0")")/../support/installed.sh" meson ninja readelf
cat >"$work/meson.build" <<'MESON'
project('prog', 'c')
executable('prog', 'prog.c', dependencies: dependency('openmp'))
MESON
LDFLAGS="-L$prefix/lib/ghcomp -Wl,-rpath,$prefix/lib" meson setup "$work/out" "$work" >"$work/log" 2>&1 &&
  ninja -C "$work/out" >>"$work/log" 2>&1 || { tail -20 "$work/log"; exit 1; }
served "$work/out/prog"
