#!/bin/bash
# Hybrid programs, C and Haskell, on 2 and 4 ranks of each MPI that is here.
# WHEN: all
# LIMIT: 600
root=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
exec "$root/demos/mpi/run.sh"
