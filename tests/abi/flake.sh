#!/bin/bash
# flake.nix is evaluated, with a stub in the place of nixpkgs: all outputs are there, and each can be made as far as
# a derivation. What it builds is not tried here.
# WHEN: all
# LIMIT: 120
set -u
cd "$(dirname "$(readlink -f "$0")")/../.." || exit 1
command -v nix >/dev/null || { echo "no nix"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
mkdir "$work/flake"
cp flake.nix "$work/flake/"
cp -r tests/support/nixpkgs "$work/nixpkgs"
export HOME=$work/home XDG_CACHE_HOME=$work/cache NIX_CONF_DIR=$work/conf NIX_STATE_DIR=$work/state
flake () # command...
{
  nix --extra-experimental-features 'nix-command flakes' --store "$work/store" --offline "$@" \
    --override-input nixpkgs "path:$work/nixpkgs" --no-write-lock-file 2>"$work/err" || { cat "$work/err"; exit 1; }
}
bad=0
for system in x86_64-linux aarch64-linux; do
  for output in packages.$system.{build,default,docs}.drvPath devShells.$system.default.drvPath \
                apps.$system.{test-all,bench,bench-dgemm}.program; do
    said=$(flake eval --raw "path:$work/flake#$output") || { echo "$output: $said"; bad=1; }
    case $said in
      */nix/store/*) ;;
      *) echo "$output is $said"; bad=1 ;;
    esac
  done
done
# What the applications run are targets of the Makefile.
for target in test-all bench bench-dgemm docs; do
  grep -q "^$target:" Makefile || { echo "the Makefile has no $target"; bad=1; }
done
exit $bad
