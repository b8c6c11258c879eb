#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# seeds.sh FOLDER: first inputs of a fuzz target (its name begins the folder's) from the tests: for fuzz_ncnn a .param, a zero
# byte and a .bin; for fuzz_text graphs in text form.
set -eu
out=$1
tests=$(dirname "$0")/../tests
mkdir -p "$out"
case $(basename "$out") in
fuzz_ncnn*)
    for param in "$tests"/holes/*.param; do
        { cat "$param"; printf '\0'; cat "${param%.param}.bin"; } >"$out/$(basename "$param")"
    done ;;
fuzz_text*)
    find "$tests/data" -name '*.t' | while read -r file; do
        sed -n '/^--- in$/,/^--- /{/^---/!p}' "$file" >"$out/$(echo "$file" | tr / _)"
    done ;;
esac
