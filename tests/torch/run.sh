#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# `sinter train` against PyTorch:
#
#     [TESTS="test_networks test_gradients"] run.sh [SINTER] [-k PART] [options of the tests]
#
# TESTS: which of them; all without it. SINTER is the tool (default: build/sinter). PyTorch and what
# it asks for (4 GB) go into .venv-torch at the root of the project on the first run; TORCH_PYTHON
# names a Python that has them already. The last line counts; the status is not 0 when something
# failed.
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
export SINTER PYTHONDONTWRITEBYTECODE=1

python=${TORCH_PYTHON:-}
if [ -z "$python" ]; then
    venv=$root/.venv-torch
    python=$venv/bin/python
    wheels=$venv/wheels-$(cksum <"$here/requirements.txt" | tr ' ' '-')
    if [ ! -e "$wheels" ]; then
        echo "installing $(grep = "$here/requirements.txt" | paste -sd " ") into $venv"
        { [ -x "$python" ] || python3 -m venv "$venv"; } &&
            "$python" -m pip install --quiet --disable-pip-version-check \
                -r "$here/requirements.txt" &&
            touch "$wheels" || { echo "0 passed, 1 failed"; exit 1; }
    fi
fi

passed=0
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for test in ${TESTS:-test_networks test_optimizers test_gradients test_data test_head}; do
    echo "==== $test"
    "$python" -u "$here/$test.py" "$@" 2>&1 | tee "$log"
    status=${PIPESTATUS[0]}
    read -r p f < <(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$log" | tail -n 1)
    [ -n "${f:-}" ] || { p=0; f=1; }
    [ "$status" = 0 ] || [ "$f" != 0 ] || f=1
    passed=$((passed + p))
    failed=$((failed + f))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
