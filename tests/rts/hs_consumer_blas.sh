#!/bin/sh
# A Haskell program with the package and OpenBLAS, which asks for libgomp itself: libgomp is loaded,
# and the dynamic linker binds no name of any library to it but libgomp's own.
# LIMIT: 400
. "$(dirname -- "$0")/hs/lib.sh"
command -v cabal >/dev/null 2>&1 || skip "no cabal"
blas=
for folder in "/usr/lib/$($CC -print-multiarch 2>/dev/null)/openblas-openmp" /usr/lib64/openblas-openmp; do
  [ ! -e "$folder/libopenblas.so.0" ] || blas=$folder
done
[ -n "$blas" ] || skip "no OpenBLAS for OpenMP"
readelf -d "$blas/libopenblas.so.0" | grep -q 'NEEDED.*libgomp' || skip "this OpenBLAS does not ask for libgomp"
cd "$root" || exit 1

# bound FILE: what the linker bound to libgomp, from a log of LD_DEBUG=bindings.
bound () {
  grep 'binding file .* to [^ ]*/libgomp\.so' "$1" | grep -v 'binding file [^ ]*/libgomp\.so'
}
# traced PROGRAM: runs it; every name is bound, and logged.
traced () {
  rm -f "$out/$name".trace.*
  run 60 0 env LD_BIND_NOW=1 LD_DEBUG=bindings LD_DEBUG_OUTPUT="$out/$name.trace" "$@"
  cat "$out/$name".trace.* >"$out/$name.bindings"
  grep -q 'binding file [^ ]*libopenblas.* to .*`GOMP_parallel' "$out/$name.bindings" || fail "no trace of GOMP_parallel"
}

scripts/package build consumer-blas --ghc-options="-optl-L$blas -optl-Wl,-rpath,$blas" >"$out/$name.log" 2>&1 ||
  { tail -30 "$out/$name.log"; fail "cabal build"; }
exe=$(find "$build/package/dist/build" -type f -name consumer-blas -perm -u+x | head -1)
traced "$exe" +RTS -N2
if bound "$out/$name.bindings"; then
  fail "libgomp serves calls in this program"
fi
grep -q 'binding file [^ ]*libopenblas[^ ]* \[0\] to [^ ]*consumer-blas .*`GOMP_parallel' "$out/$name.bindings" ||
  fail "GOMP_parallel is not the program's"

# The control: without the package's exports libgomp would answer, and the trace shows it.
quietly "$CC" -O2 -x c - -o "$out/$name.control" -L"$blas" -l:libopenblas.so.0 -Wl,-rpath,"$blas" <<'C'
extern int openblas_get_num_threads (void);
int main (void) { return openblas_get_num_threads () < 1; }
C
traced "$out/$name.control"
bound "$out/$name.bindings" >/dev/null || fail "the trace shows nothing"
