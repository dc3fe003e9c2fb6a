#!/bin/bash
# A project that says AC_OPENMP builds against the installed library unchanged.
# LIMIT: 120
# WHEN: all
set -eu
. "$(dirname "$(readlink -f "$0")")/../support/installed.sh" autoreconf automake make readelf
cat >"$work/configure.ac" <<'AC'
AC_INIT([prog], [1])
AM_INIT_AUTOMAKE([foreign])
AC_PROG_CC
AC_OPENMP
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
AC
cat >"$work/Makefile.am" <<'AM'
bin_PROGRAMS = prog
prog_SOURCES = prog.c
prog_CFLAGS = $(OPENMP_CFLAGS)
AM
(cd "$work" && autoreconf -i && ./configure LDFLAGS="-L$prefix/lib/ghcomp -Wl,-rpath,$prefix/lib" && make) \
  >"$work/log" 2>&1 || { tail -20 "$work/log"; exit 1; }
served "$work/prog"
