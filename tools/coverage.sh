#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# coverage.sh [TEST...]: line coverage of src/. Without arguments: of the readers, by the corpus of
# the fuzz targets alone. Else by those tests of ctest (-R), e.g. coverage.sh 'data.*' ; "all" is
# every test that is not slow. Needs clang and llvm-cov.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build-coverage
flags="-O1 -g -fprofile-instr-generate -fcoverage-mapping"
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Dev \
    "-DCMAKE_C_FLAGS_DEV=$flags" -DSINTER_TESTS=ON >/dev/null
version=$(clang -dumpversion | cut -d. -f1)
tool() { command -v "$1-$version" || command -v "$1"; }
rm -rf "$build/profiles"
mkdir "$build/profiles"
export LLVM_PROFILE_FILE="$build/profiles/%p-%m.profraw"
targets=
if [ $# -eq 0 ]; then
    what='^fuzz\.' only="$root/src/formats/ncnn $root/src/ir"
    targets="--target $(cd "$root/fuzz" && ls fuzz_*.c | sed 's/\.c$//' | tr '\n' ' ')"
elif [ "$1" = all ]; then
    what=. only=$root/src
else
    what=$(IFS='|'; echo "$*") only=$root/src
fi
# shellcheck disable=SC2086
cmake --build "$build" --parallel 2 $targets >/dev/null
(cd "$build" && ctest -LE slow -R "$what" -Q -j2) || echo "some tests failed" >&2
"$(tool llvm-profdata)" merge -sparse "$build"/profiles/*.profraw -o "$build/all.profdata"
# The first program is named alone, those after it with -object.
objects=
for program in "$build"/fuzz/fuzz_* "$build"/tests/*.test_* "$build/tests/run_data" \
    "$build/sinter"; do
    { [ -f "$program" ] && [ -x "$program" ]; } || continue
    [ -z "$targets" ] || [ "${program%/*}" = "$build/fuzz" ] || continue
    objects="$objects${objects:+ -object} $program"
done
# One line a file: lines, lines run, percent.
# shellcheck disable=SC2086
"$(tool llvm-cov)" export -summary-only -instr-profile "$build/all.profdata" $objects $only |
    python3 -c '
import json, sys
root = sys.argv[1] + "/"
files = json.load(sys.stdin)["data"][0]["files"]
rows = [(f["filename"].replace(root, ""), f["summary"]["lines"]) for f in files]
rows = sorted(r for r in rows if r[0].endswith(".c"))
for name, lines in rows:
    print("%5.1f%%  %5d of %5d  %s" % (lines["percent"], lines["covered"], lines["count"], name))
n, k = sum(r[1]["count"] for r in rows), sum(r[1]["covered"] for r in rows)
print("%5.1f%%  %5d of %5d  all of these" % (100 * k / max(n, 1), k, n))
' "$root"
