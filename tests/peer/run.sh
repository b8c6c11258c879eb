#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Tests against real ncnn, and ONNX Runtime:
#
#     [TESTS="test_layers test_onnx"] run.sh [SINTER] [-k PART] [options of the tests]
#
# TESTS: which of them; all without it. SINTER is the tool (default: build/sinter). The pinned
# Python wheels go into .venv at the root of the project on the first run. The last line counts; the
# status is not 0 when something failed.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

SINTER=${SINTER:-$root/build/sinter}
if [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; then
    SINTER=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
    shift
fi
[ -x "$SINTER" ] || {
    echo "run.sh: there is no $SINTER; 'make' builds it"
    echo "0 passed, 1 failed"
    exit 1
}

# The interpreter as a program, from a build with tests.
build=$(dirname "$SINTER")
for candidate in "${REF_RUN:-}" "$build/tests/ref_run" "$build/ref_run"; do
    [ -x "$candidate" ] && REF_RUN=$candidate && break
done
if [ ! -x "${REF_RUN:-}" ]; then
    (cd "$root" && cmake --preset dev >/dev/null &&
        cmake --build build-dev --target ref_run >/dev/null) || {
        echo "run.sh: ref_run cannot be built"
        echo "0 passed, 1 failed"
        exit 1
    }
    REF_RUN=$root/build-dev/tests/ref_run
fi
export SINTER REF_RUN PYTHONDONTWRITEBYTECODE=1

venv=$root/.venv
wheels=$venv/wheels-$(cksum <"$here/requirements.txt" | tr ' ' '-')
if [ ! -e "$wheels" ]; then
    echo "installing $(grep -E "^(ncnn|numpy|onnx|onnxruntime)=" "$here/requirements.txt" |
        paste -sd " ") into $venv"
    { [ -x "$venv/bin/python" ] || python3 -m venv "$venv"; } &&
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
            -r "$here/requirements.txt" &&
        touch "$wheels" || { echo "0 passed, 1 failed"; exit 1; }
fi

# The official tests of ONNX, which the wheels of later versions do not have as files.
tests=$venv/onnx-1.22.0
if [ ! -d "$tests" ]; then
    "$venv/bin/python" -m pip download --quiet --disable-pip-version-check --no-deps \
        --dest "$tests.new" onnx==1.22.0 &&
        "$venv/bin/python" -m zipfile -e "$tests.new"/onnx-1.22.0-*.whl "$tests.new" &&
        mv "$tests.new" "$tests" || { echo "0 passed, 1 failed"; exit 1; }
fi

passed=0
failed=0
skipped=0
logs=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$logs"' EXIT

# What a test said, and its last line: "N passed, N failed[, N skipped]".
tell() {
    local log=$logs/$1 status p f s
    wait "$2"
    status=$?
    echo "==== $1"
    cat "$log"
    read -r p f s < <(
        sed -nE 's/^([0-9]+) passed, ([0-9]+) failed(, ([0-9]+) skipped)?$/\1 \2 0\4/p' "$log" |
            tail -n 1
    )
    [ -n "${f:-}" ] || { p=0; f=1; s=0; }
    [ "$status" = 0 ] || [ "$f" != 0 ] || f=1
    passed=$((passed + p))
    failed=$((failed + f))
    skipped=$((skipped + 10#$s))
}

# Two at a time: each waits for its peers' processes now and then.
TESTS=${TESTS:-test_layers test_chains test_pieces test_boundaries test_holes test_models
    test_halves test_onnx test_operators test_control test_detectors test_onnx_backend
    test_onnx_nodes test_onnx_signatures test_onnx_written test_onnx_models test_onnx_to_ncnn}
before=
for test in $TESTS; do
    "$venv/bin/python" -u "$here/$test.py" "$@" >"$logs/$test" 2>&1 &
    pid=$!
    [ -z "$before" ] || tell $before
    before="$test $pid"
done
[ -z "$before" ] || tell $before
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
