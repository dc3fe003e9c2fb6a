#!/bin/bash
# LIMIT: 300 seconds
# Model check of barriers with tasks; see barrier.pml.
. "$(dirname "$0")/check.sh"
verify barrier "" pass
verify barrier "-DTASKS=1 -DREGIONS=2" pass
verify barrier "-DOWN_FINDING" fail
verify barrier "-DCREATED_FIRST" fail
verify barrier "-DNO_LAST_LOOK" fail
verify barrier "-DNO_CLAIM" fail
verify barrier "-DTASKED_FLAG" fail
verify barrier "-DNO_TASKED" fail
exit $bad
