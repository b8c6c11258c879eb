#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# minimise.sh BUILD: rewrites fuzz/corpus. Of BUILD/corpus (what `make fuzz` found), the seeds and
# the old corpus, files are kept until they cover what all together do, the smallest first.
set -eu
build=$1
here=$(dirname "$0")
for target in "$here"/fuzz_*.c; do
    name=$(basename "$target" .c)
    "$here/seeds.py" "$name" "$build/seeds/$name"
    mkdir -p "$build/corpus/$name" "$here/corpus/$name"
    new=$(mktemp -d)
    "$build/fuzz/$name" -set_cover_merge=1 -max_len=1024 -use_counters=0 \
        "$new" "$build/corpus/$name" "$build/seeds/$name" "$here/corpus/$name" 2>/dev/null
    rm -rf "$here/corpus/$name"
    mkdir -p "$here/corpus/$name"
    mv "$new"/* "$here/corpus/$name/"
    rmdir "$new"
    echo "$name: $(ls "$here/corpus/$name" | wc -l) files," \
        "$(cat "$here/corpus/$name"/* | wc -c) bytes"
done
