#!/bin/bash
# demos/mpi/run.sh [MPI...]
#
# Hybrid programs, MPI between processes and this runtime inside each: a C program, the same in
# Haskell, and MPI_THREAD_MULTIPLE with regions in several threads, each on 2 and 4 ranks, with
# each MPI that is here (openmpi, mpich; Debian: openmpi-bin libopenmpi-dev, mpich libmpich-dev).
# Ends with 1 when an answer was wrong, 77 when there is no MPI. Run make first.
set -u
export LC_ALL=C
root=$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")
build=${BUILD:-$root/build}
out=$build/demos/mpi
[ -e "$build/libghcomp.so" ] || { echo "demo: no $build/libghcomp.so: run make first" >&2; exit 1; }
for name in $(compgen -e | grep -E '^(OMP_|GOMP_|GHCOMP_|LD_|GHCRTS)'); do unset "$name"; done
# Open MPI asks before it runs as root, and needs to be told that ranks may share a CPU.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
here=$root/demos/mpi common=$root/demos/common bad=0 done=0

must () {
  timeout 120 "$@" >"$out/log" 2>&1 || { cat "$out/log"; echo "demo: this failed: $*" >&2; exit 1; }
}
show () { # what, command
  local status what=$1
  shift
  echo " $what"
  timeout -k 2 60 "$@" 2>&1
  status=$?
  [ $status = 0 ] || [ $status = 77 ] || { echo "  WRONG: status $status: $*"; bad=$((bad + 1)); }
}

for mpi in ${*:-openmpi mpich}; do
  out=$build/demos/mpi/$mpi
  cc=mpicc.$mpi
  run=mpirun.$mpi
  command -v "$cc" >/dev/null && command -v "$run" >/dev/null || { echo "$mpi: skipped, not here"; continue; }
  mkdir -p "$out/hs"
  done=$((done + 1))
  unbound=() bound=()
  case $mpi in
    openmpi) unbound=(--bind-to none) bound=(--bind-to core) ;;
    mpich) unbound=(-bind-to none) bound=(-bind-to core) ;;
  esac
  echo "$mpi: $("$run" --version 2>&1 | sed -n '/[0-9]/{s/^[^0-9]*//;p;q}')"
  flags=(-O2 -Wall -Wextra -I"$common")
  must "$cc" "${flags[@]}" -c "$here/shim.c" -o "$out/shim.o"
  must gcc "${flags[@]}" -fopenmp -c "$here/kernels.c" -o "$out/kernels.o"
  must gcc "${flags[@]}" -c "$common/provenance.c" -o "$out/provenance.o"
  must "$cc" "${flags[@]}" -fopenmp "$here/halo.c" "$out/shim.o" "$out/kernels.o" "$out/provenance.o" -o "$out/halo" \
    -L"$build" -lghcomp -Wl,-rpath,"$build" -ldl
  must "$cc" "${flags[@]}" -fopenmp "$here/multiple.c" -o "$out/multiple" -L"$build" -lghcomp -Wl,-rpath,"$build"
  for ranks in 2 4; do
    show "C, $ranks ranks" "$run" "${unbound[@]}" -n $ranks "$out/halo" ghcomp
  done
  show "C, 2 ranks, each bound to a core" "$run" "${bound[@]}" -n 2 "$out/halo" ghcomp
  for ranks in 2 4; do
    show "MPI_THREAD_MULTIPLE, $ranks ranks" "$run" "${unbound[@]}" -n $ranks "$out/multiple"
  done
  if command -v "${GHC:-ghc}" >/dev/null; then
    # MPI's wrapper knows what to link with; all that GHC needs of it are the libraries.
    case $mpi in
      openmpi) read -ra libraries <<<"$("$cc" --showme:link)" ;;
      mpich) read -ra libraries <<<"$("$cc" -link_info | sed 's/^[^ ]* //')" ;;
    esac
    options=()
    for word in "${libraries[@]}"; do
      case $word in -L* | -l*) options+=("$word") ;; *) options+=("-optl$word") ;; esac
    done
    must "${GHC:-ghc}" -v0 -Wall -O1 -threaded -rtsopts -outputdir "$out/hs" "$here/HsHalo.hs" "$out/shim.o" "$out/kernels.o" \
      "$out/provenance.o" -o "$out/HsHalo" -L"$build" -lghcomp "-optl-Wl,-rpath,$build" "${options[@]}" -ldl
    for ranks in 2 4; do
      show "Haskell, $ranks ranks" "$run" "${unbound[@]}" -n $ranks "$out/HsHalo" ghcomp +RTS -N
    done
    show "Haskell, 2 ranks, each bound to a core" "$run" "${bound[@]}" -n 2 "$out/HsHalo" ghcomp +RTS -N
  fi
done
[ $done -gt 0 ] || exit 77
[ $bad = 0 ] || { echo "demo: $bad WRONG"; exit 1; }
echo "demo: all results right"
