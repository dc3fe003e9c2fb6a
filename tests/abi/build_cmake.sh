#!/bin/bash
# A CMake project that says find_package(OpenMP) builds against the installed library unchanged.
# LIMIT: 60
set -eu
. "$(dirname "$(readlink -f "$0")")/../support/installed.sh" cmake make readelf
cat >"$work/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.13)
project(prog C)
find_package(OpenMP REQUIRED)
add_executable(prog prog.c)
target_link_libraries(prog OpenMP::OpenMP_C)
CMAKE
cmake -S "$work" -B "$work/out" -DOpenMP_gomp_LIBRARY="$prefix/lib/libghcomp.so" >"$work/log" 2>&1 &&
  cmake --build "$work/out" >>"$work/log" 2>&1 || { tail -20 "$work/log"; exit 1; }
served "$work/out/prog"
