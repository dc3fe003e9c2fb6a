#!/bin/sh
# Regions while another thread collects garbage without pause.
# LIMIT: 120
. "$(dirname -- "$0")/hs/lib.sh"
build_haskell GcLoop.hs
run 60 0 "$program" +RTS -N2
