#!/bin/bash
# The tools that measure: bench/run --smoke and its file, a wrong answer, and what reads the file.
# LIMIT: 120
set -u
cd "$(dirname "$(readlink -f "$0")")/../.." || exit 1
command -v python3 > /dev/null || { echo "no python3"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -e "$BUILD/compat/libgomp.so.1" ] && export BENCH_OURS=$BUILD/compat || export BENCH_OURS=$BUILD/pthread/compat

bench/run --smoke > "$work/smoke" 2>&1 || { echo "bench/run --smoke failed:"; tail -n 20 "$work/smoke"; exit 1; }
cp build/bench/smoke.json "$work/smoke.json"

# A runtime whose barrier lets everybody through: the benchmark has to notice.
echo 'void GOMP_barrier (void) {}' > "$work/broken.c"
${CC:-gcc} -shared -fPIC "$work/broken.c" -o "$work/broken.so" || exit 1
if LD_PRELOAD=$work/broken.so BENCH_THREADS=2 bench/run --smoke overhead barrier > "$work/broken" 2>&1; then
  echo "bench/run did not notice a barrier that does nothing:"
  cat "$work/broken"
  exit 1
fi
grep -q "barrier with 2 threads: wrong answer" "$work/broken" || { cat "$work/broken"; exit 1; }

python3 tests/bench/tools.py "$work/smoke.json"
