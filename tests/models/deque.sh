#!/bin/bash
# LIMIT: 300 seconds
# Model check of the task deque; see deque.pml.
. "$(dirname "$0")/check.sh"
verify deque "" pass
verify deque "-DTHIEVES=1 -DTASKS=6 -DTRIES=6" pass
verify deque "-DTAKE_RELEASE" fail
verify deque "-DTAKE_NO_CAS" fail
verify deque "-DPUSH_RELAXED" fail
verify deque "-DFULL_LATE" fail
verify deque "-DSTEAL_NO_CHECK" fail
exit $bad
