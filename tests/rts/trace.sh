#!/bin/bash
# LIBS: ghc pthread
# LIMIT: 120
# GHCOMP_TRACE: the file is JSON, the spans of a thread nest, and all that the program did is in it.
set -u
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cat >"$work/p.c" <<'C'
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long sum;

static long
fib (int n)
{
  long a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fib (n - 1);
  b = fib (n - 2);
#pragma omp taskwait
  return a + b;
}

static void
everything (void)
{
#pragma omp parallel num_threads (3)
  {
#pragma omp for schedule (dynamic, 10)
    for (int i = 0; i < 1000; i++)
#pragma omp atomic
      sum += i;
#pragma omp barrier
#pragma omp single
    sum += fib (10);
  }
#pragma omp parallel for schedule (dynamic, 10) num_threads (2)
  for (int i = 0; i < 1000; i++)
    {
#pragma omp critical
      sum += i;
    }
}

static void
small (void)
{
#pragma omp parallel num_threads (2)
#pragma omp atomic
  sum++;
}

static void
nested (void)
{
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads (2)
  small ();
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  if (strcmp (how, "nothing") == 0)
    return 0;
  if (strcmp (how, "many") == 0)
    for (int i = 0; i < 20000; i++)
      small ();
  if (strcmp (how, "exit") == 0)
    {
#pragma omp parallel num_threads (2)
      {
#pragma omp barrier
        if (omp_get_thread_num () == 1)
          exit (0);
        pause ();
      }
    }
  if (strcmp (how, "fork") == 0)
    {
      int status;
      small ();
      if (fork () == 0)
        {
          everything ();
          exit (0);
        }
      wait (&status);
      return status != 0;
    }
  if (chdir ("/") != 0)
    return 1;
  everything ();
  nested ();
  return sum == 0;
}
C
cat >"$work/check.py" <<'PY'
"""check.py FILE 'name=least' ...: JSON in the trace format, whose spans nest; at least so many with a name like that."""
import collections
import json
import re
import sys

trace = json.load(open(sys.argv[1]))
events = trace["traceEvents"]
spans = [e for e in events if e["ph"] == "X"]
named = {e["tid"] for e in events if e["ph"] == "M" and e["name"] == "thread_name"}
assert [e for e in events if e["ph"] == "M" and e["name"] == "process_name"], "no name of the process"
assert len({e["pid"] for e in events}) == 1, "more than one process"
threads = collections.defaultdict(list)
for e in spans:
    assert e["tid"] in named, f"thread {e['tid']} has no name"
    assert e["ts"] >= 0 and e["dur"] >= 0, e
    # in nanoseconds, so that the sums are exact
    threads[e["tid"]].append((round(e["ts"] * 1000), -round(e["dur"] * 1000), e))
for tid, rows in threads.items():
    around = []
    for start, length, e in sorted(rows, key=lambda row: row[:2]):
        end = start - length
        while around and around[-1][0] <= start:
            around.pop()
        assert not around or end <= around[-1][0], f"does not nest: {e} in {around[-1][1]}"
        if e["cat"] in ("barrier", "loop", "task", "callback") and "--whole" in sys.argv:
            assert any(a["cat"] == "region" for _, a in around), f"outside of a region: {e}"
        around.append((end, e))
for expected in sys.argv[2:]:
    if expected.startswith("--"):
        continue
    pattern, least = expected.rsplit("=", 1)
    found = [e for e in spans if re.search(f"^{pattern}$", e["name"])]
    assert len(found) >= int(least), f"{len(found)} spans like {pattern}, not {least}"
    if pattern.startswith("region"):
        sizes = {e["args"]["threads"] for e in found if "args" in e}
        assert sizes <= {1, 2, 3}, f"sizes {sizes}"
PY
${CC:-gcc} -O1 -fopenmp -o "$work/p" "$work/p.c" || exit 1
bad=0

# shellcheck disable=SC2086
program () # environment... -- argument
{
  local environment=()
  while [ "$1" != -- ]; do environment+=("$1"); shift; done
  (cd "$work" && env $TEST_LIB_ENV "${environment[@]}" timeout 30 "$work/p" "$2" >"$work/out" 2>&1) ||
    { echo "${environment[*]} $2: status $?"; cat "$work/out"; exit 1; }
}
holds () # file, what check.py takes
{
  python3 "$work/check.py" "$@" || { echo "$1, see above:"; head -c 2000 "$1"; bad=1; }
}
quiet () { [ ! -s "$work/out" ] || { echo "it printed:"; cat "$work/out"; bad=1; }; }

program GHCOMP_TRACE=a.json -- all
quiet
holds "$work/a.json" --whole 'region everything\._omp_fn\.0=3' 'region everything\._omp_fn\.1=2' \
  'region nested\._omp_fn\.0=2' 'region small\._omp_fn\.0=4' loop=5 barrier=6 'end of region=5' \
  'task fib\._omp_fn\.0=80' 'wait for tasks=1'
strip "$work/p" -o "$work/q" 2>/dev/null && mv "$work/p" "$work/whole" && mv "$work/q" "$work/p" && {
  program GHCOMP_TRACE="$work/s.json" -- all
  holds "$work/s.json" 'region p\+0x[0-9a-f]+=5'
  mv "$work/whole" "$work/p"
}

program GHCOMP_TRACE= -- all
program GHCOMP_TRACE=n.json -- nothing
[ ! -e "$work/n.json" ] || { echo "a file of a program without a region"; bad=1; }

# The newest spans stay.
program GHCOMP_TRACE=m.json GHCOMP_TRACE_EVENTS=5000 -- many
holds "$work/m.json" 'region small\._omp_fn\.0=3000'
spans=$(grep -c '"ph":"X"' "$work/m.json")
[ "$spans" -le 16384 ] && grep -q 'older spans were dropped' "$work/m.json" || { echo "$spans spans were kept"; bad=1; }

program GHCOMP_TRACE=e.json -- exit
holds "$work/e.json" barrier=1

# A process and its child: a file each
program GHCOMP_TRACE=f-%p.json -- fork
# shellcheck disable=SC2012
[ "$(ls "$work"/f-*.json* | wc -l)" = 2 ] || { ls "$work"; bad=1; }
for file in "$work"/f-*.json; do holds "$file" 'region small\._omp_fn\.0=2'; done
for file in "$work"/f-*.json.*; do holds "$file" 'region everything\._omp_fn\.0=1' 'task fib\._omp_fn\.0=80'; done

program GHCOMP_TRACE=/none/such.json -- all
[ "$(grep -c '^ghcomp: GHCOMP_TRACE: /none/such.json cannot be written (No such file or directory)$' "$work/out")" = 1 ] &&
  [ "$(wc -l <"$work/out")" = 1 ] || { echo "/none/such.json:"; cat "$work/out"; bad=1; }
program GHCOMP_TRACE=o.json GHCOMP_TRACE_EVENTS=0 -- all
grep -q GHCOMP_TRACE_EVENTS "$work/out" || { echo "GHCOMP_TRACE_EVENTS=0 was taken"; bad=1; }
exit $bad
