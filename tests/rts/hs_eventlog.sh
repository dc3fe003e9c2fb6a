#!/bin/sh
# Regions in the eventlog: each has a START and a STOP with its name and number, at the right times.
# LIMIT: 120
. "$(dirname -- "$0")/hs/lib.sh"
[ "$runtime" = ghcomp ] || skip "particular to this runtime"
quietly "$CC" -O2 -Wall -Wextra -Wmissing-prototypes -I"$source_dir" -I"$root/include" -fopenmp \
  -c "$source_dir/jobs.c" -o "$out/$name.o/jobs.o"
# From 9.4 on every RTS can write an eventlog, and -eventlog says nothing but that.
build_haskell Eventlog.hs -threaded -eventlog "$out/$name.o/jobs.o"

# Without an eventlog nothing is written, and no file is made.
cd "$out" || fail "no $out"
rm -f "$name.eventlog"
run 30 0 "$program" +RTS -N2 2>"$name.err"
[ ! -e "$name.eventlog" ] || fail "an eventlog without -l"
run 30 0 "$program" +RTS -N2 -l 2>"$name.err"
[ -s "$name.eventlog" ] || fail "no eventlog"

# The events of this format are: a type (2 bytes), a time (8 bytes, nanoseconds), for a user message
# (type 19) its length (2 bytes) and its text. All numbers are big-endian.
command -v perl >/dev/null 2>&1 || skip "no perl"
perl -e '
  local $/; my $log = <STDIN>; my (@events, %begun, %count, $bad);
  while ($log =~ /\x00\x13(.{8})(..)(START|STOP) /gs) {
    push @events, [unpack ("Q>", $1), $3, substr ($log, $-[3], unpack ("n", $2))];
  }
  # Each Capability has a buffer of its own, and the file has the buffers in the order they were written.
  for (sort { $a->[0] <=> $b->[0] || $a->[1] cmp $b->[1] } @events) {
    my ($time, $kind, $text) = @$_;
    my ($label) = $text =~ /^\w+ (.*)/s;
    if ($kind eq "START") {
      $bad .= "begun twice: $label\n" if exists $begun{$label};
      $begun{$label} = $time;
    } elsif (!exists $begun{$label}) {
      $bad .= "ended, not begun: $label\n";
    } else {
      my $ms = ($time - delete $begun{$label}) / 1e6;
      (my $name = $label) =~ s/ #\d+$// or $bad .= "no number: $label\n";
      $count{$name}++;
      $bad .= "$label took $ms ms\n" if $name =~ /^timed/ && ($ms < 19.5 || $ms > 2000);
    }
  }
  $bad .= "never ended: $_\n" for keys %begun;
  for ("a loop", "one that throws", "a kernel", "submitted", map { "timed $_" } 1 .. 10) {
    $bad .= "$_: " . ($count{$_} // 0) . " times\n" if ($count{$_} // 0) != 1;
  }
  print $bad // ""; exit (defined $bad ? 1 : 0);
' <"$name.eventlog" || fail "the eventlog"
# The same by the library that the tools use.
if command -v ghc-events >/dev/null 2>&1; then
  starts=$(ghc-events show "$name.eventlog" | grep -c 'START ')
  [ "$starts" -eq 14 ] || fail "ghc-events sees $starts regions, not 14"
fi
exit 0
