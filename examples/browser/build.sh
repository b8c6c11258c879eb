#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
#     examples/browser/build.sh MODEL OUTDIR [SINTER]
#
# Makes a page that finds things in pictures: MODEL (a .param beside its .bin) is optimized,
# compiled to WebAssembly and built, and stands in OUTDIR with the page. What a model expects of a
# picture is in detectors/NAME.json, by the name of MODEL; DETECTOR=FILE names another one. Models
# that end in a layer of detections can be taken: their rows are class, score and box.
#
# SINTER is the tool (default: the one that was built in this tree, else the one on the PATH).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
stop() {
    echo "build.sh: $*" >&2
    exit 1
}
[ $# = 2 ] || [ $# = 3 ] || stop "usage: examples/browser/build.sh MODEL OUTDIR [SINTER]"
model=$1
out=$2
if [ $# = 3 ]; then
    sinter=$3
    [ -f "$sinter" ] && [ -x "$sinter" ] || stop "$sinter: there is no such program"
else
    sinter=$here/../../build/sinter
    [ -x "$sinter" ] || sinter=$(command -v sinter) || stop "no sinter: build it, or name it"
fi
[ -f "$model" ] || stop "$model: there is no such file"
name=$(basename "$model")
name=${name%.param}
detector=${DETECTOR:-$here/detectors/$name.json}
[ -f "$detector" ] || stop "$detector: there is no such file, which says what $name expects of a
picture; there are $(cd "$here/detectors" && echo *.json)"
for program in clang wasm-ld cmake; do
    command -v "$program" >/dev/null ||
        stop "no $program (Debian: clang lld wasi-libc libclang-rt-dev-wasm32 cmake)"
done
number() { sed -nE "s/^ *\"$1\": ([0-9]+),?$/\1/p" "$detector"; }
height=$(number height)
width=$(number width)
[ -n "$height" ] && [ -n "$width" ] ||
    stop "$detector: lines with \"height\" and \"width\" are expected"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$sinter" compile "$model" --input "3,$height,$width" --target wasm --prefix detector \
    -o "$work/c" --threads 1
cmake -S "$work/c" -B "$work/built" >"$work/log" || { cat "$work/log" >&2 && exit 1; }
cmake --build "$work/built" >>"$work/log" || { cat "$work/log" >&2 && exit 1; }
mkdir -p "$out"
cmake --install "$work/built" --prefix "$(cd "$out" && pwd)/detector" >>"$work/log"
cp "$here"/page/* "$out"
cp "$detector" "$out/detector.json"
wc -c "$out"/detector/detector.wasm "$out"/detector/detector.weights |
    awk '$2 != "total" { print $1 " bytes  " $2 }'
echo "serve it: python3 -m http.server -d $out"
