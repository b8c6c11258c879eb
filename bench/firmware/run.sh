#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
#     bench/firmware/run.sh [SINTER]
#
# The networks of tests/firmware on emulated microcontrollers: C of sinter beside C of
# emx-onnx-cgen (of the ONNX file that sinter writes of the network, which it has optimized), built
# by the same compiler with the same flags. emx-onnx-cgen has its weights as arrays and its tensors
# on the stack, as --large-temp-threshold 0 has it, so that nothing is taken from a heap. Bytes of
# flash that a program has which runs the network, of memory beside input and output (workspace or
# static, and stack), and instructions of one run.
set -u
here=$(cd "$(dirname "$0")" && pwd)
firmware=$here/../../tests/firmware
sinter=$(realpath "${1:-$here/../../build/sinter}")
peers=${SINTER_PEERS:-$HOME/.cache/sinter-bench/venv}
"$here/../../tools/need-packages.sh" gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm \
    python3-venv || exit 1
if [ ! -x "$peers/bin/emx-onnx-cgen" ]; then
    python3 -m venv "$peers" && "$peers/bin/python" -m pip install --quiet \
        "$(grep '^emx-onnx-cgen' "$here/../peers/requirements.txt")" || exit 1
fi
. "$firmware/boards.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
sections="-ffunction-sections -fdata-sections"

row() { # who, static memory, flash
    printf '%-9s %-10s %-36s %7d %7d %7d %8d %12s %10s\n' "$name" "$target" "$1" "$3" "$2" \
        "$stack" $(($2 + stack)) "$instructions" "$far"
}

with_sinter() {
    rm -rf net
    "$sinter" compile $name.param -o net --prefix net --target $target --single-file -q "$@" &&
        compiler_of &&
        (cd net && $cc $sections '-DNET_WEIGHTS_SECTION=__attribute__((section(".weights")))' \
            -c net.c -o net.o) &&
        run_subject $name $target "$firmware/subject_sinter.c" -DPAINTED=3145728 &&
        row "sinter${*:+ $*}" "$ram" "$(flash_of net_run net_init net_workspace_bytes net_close)"
}

sizes_of() {
    case $name in
    keywords) echo 1,49,10 ;;
    person) echo 1,96,96 ;;
    esac
}

# Behind with_sinter, whose compiler and flags it takes.
with_emx() {
    rm -rf net
    mkdir net
    "$sinter" optimize $name.param -o net/less.param --input "data=$(sizes_of)" -q &&
        "$sinter" convert net/less.param -o net/net.onnx -q 2>log &&
        "$peers/bin/emx-onnx-cgen" compile net/net.onnx net/net.c --model-name net \
            --large-temp-threshold 0 --large-weight-threshold 0 >log 2>&1 || { cat log; return 1; }
    (cd net && $cc $sections -w -c net.c -o net.o) &&
        run_subject $name $target "$here/subject_emx.c" -DPAINTED=3145728 \
            -DN_IN=$(($(wc -c <$name.raw) / 4)) -DN_OUT="$(wc -l <$name.expected)" || return 1
    local static
    static=$("${prefix}size" net/net.o | awk 'NR == 2 { print $2 + $3 }')
    row emx-onnx-cgen "$static" "$(flash_of net)"
}

make_networks || exit 1
printf '%-9s %-10s %-36s %7s %7s %7s %8s %12s %10s\n' network target by flash static stack \
    memory instructions off
status=0
for name in keywords person; do
    for target in cortex-m4 cortex-m7; do
        board $target
        with_sinter || status=1
        with_sinter --min-memory || status=1
        with_sinter --small --min-memory || status=1
        with_sinter --small --min-memory --fp16 || status=1
        with_emx || status=1
    done
done
exit $status
