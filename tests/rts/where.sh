#!/bin/bash
# LIBS: ghc pthread
# LIMIT: 300
# ghcomp-where: programs that hang on purpose, and what is said of each of their threads.
set -u
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
work=$(mktemp -d) || exit 1
pid=
trap '[ -z "$pid" ] || kill $pid; rm -rf "$work"' EXIT
cat >"$work/h.c" <<'C'
#include <omp.h>
#include <string.h>
#include <unistd.h>

static omp_lock_t lock;
static omp_nest_lock_t nest_lock;

static void
twice (void)
{
#pragma omp parallel num_threads (2)
  if (omp_get_thread_num () == 0)
    for (;;)
      continue;
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  omp_init_lock (&lock);
  omp_init_nest_lock (&nest_lock);
  omp_set_max_active_levels (2);
  if (strcmp (how, "barrier") == 0)
    {
#pragma omp parallel num_threads (3)
      if (omp_get_thread_num () == 1)
        pause ();
      else
        {
#pragma omp barrier
        }
    }
  if (strcmp (how, "critical") == 0)
    {
#pragma omp parallel num_threads (3)
#pragma omp critical (printer)
      pause ();
    }
  if (strcmp (how, "lock") == 0)
    {
      omp_set_lock (&lock);
#pragma omp parallel num_threads (2)
      omp_set_lock (&lock);
    }
  if (strcmp (how, "nest_lock") == 0)
    {
#pragma omp parallel num_threads (2)
      {
        omp_set_nest_lock (&nest_lock);
        pause ();
      }
    }
  if (strcmp (how, "ordered") == 0)
    {
#pragma omp parallel for ordered num_threads (3) schedule (static, 1)
      for (int i = 0; i < 6; i++)
        {
          if (i == 1)
            pause ();
#pragma omp ordered
          ;
        }
    }
  if (strcmp (how, "taskwait") == 0)
    {
#pragma omp parallel num_threads (2)
#pragma omp masked
      {
        volatile int started = 0;
#pragma omp task shared (started)
        {
          started = 1;
          pause ();
        }
        while (!started)
          continue;
#pragma omp taskwait
      }
    }
  if (strcmp (how, "nested") == 0)
    {
#pragma omp parallel num_threads (2)
      if (omp_get_thread_num () == 1)
        twice ();
    }
  if (strcmp (how, "outside") == 0)
    {
      int sum = 0;
#pragma omp parallel num_threads (3) reduction (+ : sum)
      sum++;
      pause ();
    }
  pause ();
}
C
${CC:-gcc} -O1 -fopenmp -o "$work/h" "$work/h.c" || exit 1
bad=0

start () # way to hang, environment...
{
  local how=$1
  shift
  # shellcheck disable=SC2086
  env $TEST_LIB_ENV "$@" "$work/h" "$how" &
  pid=$!
}
end () { kill $pid; wait $pid 2>/dev/null; pid=; }
# A report that has a line like each pattern: it is asked until all threads are where they will stay.
says () # way to hang, pattern...
{
  local how=$1 pattern missing tries=0
  shift
  while [ $((tries += 1)) -le 40 ]; do
    scripts/ghcomp-where $pid >"$work/out" 2>&1
    ! grep -q "may not be read" "$work/out" || { cat "$work/out"; exit 77; }
    missing=
    for pattern in "$@"; do
      grep -qE "$pattern" "$work/out" || missing=$pattern
    done
    [ -n "$missing" ] || return 0
    sleep 0.2
  done
  echo "$how: no line like: $missing"
  cat "$work/out"
  bad=1
}
hangs () # way to hang, pattern...
{
  start "$1"
  says "$@"
  end
}

hangs barrier '^process [0-9]+, /.*libgomp.so.1: 3 OpenMP threads$' \
  '^team 1: 3 threads, level 1, region main\._omp_fn\.0 of h$' \
  '^  thread 0   tid [0-9]+ +barrier: waits for thread 1$' '^  thread 1   tid [0-9]+ +program: asleep' \
  '^  thread 2   tid [0-9]+ +barrier: waits for thread 1$'
# A team with more threads than CPUs, and waits that never sleep
start barrier OMP_WAIT_POLICY=active GOMP_SPINCOUNT=1G
says barrier '^  thread 0   tid [0-9]+ +barrier: waits for thread 1'
end
hangs critical '^  thread [0-2]   tid [0-9]+ +program: asleep' \
  '^  thread [0-2]   tid [0-9]+ +critical printer: waits for the thread inside$'
[ "$(grep -c 'critical printer' "$work/out")" = 2 ] || { echo "critical: not two that wait"; cat "$work/out"; bad=1; }
hangs lock '^  thread 0   tid [0-9]+ +lock: waits for lock of h$' '^  thread 1   tid [0-9]+ +lock: waits for lock of h$' \
  '^  nobody runs here'
hangs nest_lock 'nest lock: waits for nest_lock of h, held by thread [01] \(tid [0-9]+\)$'
hangs ordered 'thread 0   .* ordered: iteration 3 waits for the turn of iteration 1$' \
  'thread 1   .* loop, iterations 1 to 1: asleep' 'thread 2   .* ordered: iteration 2 waits for the turn of iteration 1$'
hangs taskwait 'thread 0 .* taskwait: waits for 1 of its tasks$' 'thread 1 .* task main\._omp_fn\.[0-9]+: asleep'
hangs nested '^team 2: 2 threads, level 2, inside of team 1, region twice\._omp_fn\.0 of h$' \
  'thread 0   .* end of the region: waits for thread 1$' 'thread 1   .* in team 2$' \
  'thread 0   .* program: runs; uses [0-9]+ % of a CPU$' 'thread 1   .* end of the region: done'
hangs outside '^idle workers:$' '^outside of regions:$' '^  tid [0-9]+ +program: asleep'
# Neither library nor program has symbols beyond the exported ones.
if command -v strip >/dev/null; then
  library=$(sed -n 's/.*LD_LIBRARY_PATH=\([^ ]*\).*/\1/p' <<<"$TEST_LIB_ENV")/libgomp.so.1
  mkdir "$work/stripped"
  cp "$library" "$work/stripped/libgomp.so.1"
  strip "$work/stripped/libgomp.so.1" "$work/h"
  start critical LD_LIBRARY_PATH="$work/stripped"
  says critical '^  thread [0-2]   tid [0-9]+ +critical .*: waits for the thread inside$' "$work/stripped/libgomp.so.1: "
  end
fi

# What has no threads of this library, and wrong use
sleep 60 &
pid=$!
scripts/ghcomp-where $pid >"$work/out" 2>&1
[ $? = 1 ] && grep -q "^ghcomp-where: process $pid has not loaded ghc-openmp$" "$work/out" ||
  { echo "sleep:"; cat "$work/out"; bad=1; }
end
for arguments in "" 0 x "--none 1"; do
  # shellcheck disable=SC2086
  scripts/ghcomp-where $arguments >"$work/out" 2>&1
  [ $? = 2 ] && [ -s "$work/out" ] || { echo "[$arguments]:"; cat "$work/out"; bad=1; }
done
scripts/ghcomp-where --help | grep -q -- --stacks || { echo "--help does not tell the options"; bad=1; }
exit $bad
