#!/bin/bash
# LIMIT: 300 seconds
# Model check of waiting and waking; see wait.pml.
. "$(dirname "$0")/check.sh"
verify wait "-DPART=1" pass
verify wait "-DPART=1 -DPUBLISH_STORE" fail
verify wait "-DPART=1 -DNUDGE_KEEPS_BIT" fail
verify wait "-DPART=1 -DCOUNT_LATE" fail
verify wait "-DPART=1 -DPUSH_RELAXED" fail
verify wait "-DPART=2" pass
verify wait "-DPART=2 -DWAKE_LATE" fail
verify wait "-DPART=2 -DREADY_RELAXED" fail
verify wait "-DPART=3" pass
verify wait "-DPART=3 -DLOCK_TAKES_1" fail
verify wait "-DPART=3 -DUNLOCK_STORE" fail
# Under weak fairness everybody comes to an end.
PAN_CFLAGS="-DNFAIR=3"
verify wait "-DLIVENESS -DPART=1 -DWAITERS=1" pass -a -f
verify wait "-DLIVENESS -DPART=2" pass -a -f
verify wait "-DLIVENESS -DPART=3" pass -a -f
verify wait "-DLIVENESS -DPART=2 -DWAKE_LATE" fail -a -f
exit $bad
