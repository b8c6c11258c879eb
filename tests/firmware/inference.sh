#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
#     tests/firmware/inference.sh [SINTER]
#
# Networks that `sinter compile` wrote for microcontrollers and small processors, built by their
# compilers and run by QEMU: a network that spots keywords (network.param), one that detects persons
# (person.param: MobileNetV1 of a quarter of the channels, on 96x96 grey pixels), and the first in 8
# bits (quantized.py). Results are those of the interpreter on this machine, the self-test passes
# there, and the stack is within the bound that the header states, as runs overwrite it and as gcc
# says. Prints what each takes: flash, workspace and stack in bytes, and instructions.
set -u
firmware=$(cd "$(dirname "$0")" && pwd)
sinter=$(realpath "${1:-$firmware/../../build/sinter}")
"$firmware/../../tools/need-packages.sh" gcc-arm-none-eabi libnewlib-arm-none-eabi \
    python3 qemu-system-arm qemu-user gcc-arm-linux-gnueabihf libc6-dev-armhf-cross \
    gcc-riscv64-linux-gnu libc6-dev-riscv64-cross || { echo "0 passed, 1 failed"; exit 1; }
. "$firmware/boards.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0
failed=0
fail() {
    echo "firmware: $*"
    failed=$((failed + 1))
}
strict="-Wall -Wextra -Wpedantic -Werror -ffunction-sections -fdata-sections -fstack-usage"

measure() { # network, target, options of compile
    local name=$1 target=$2 bound deepest flash cc prefix ld run tick start far stack ram
    local instructions
    shift 2
    local what="$name for $target${*:+ with $*}"
    board "$target"
    rm -rf net
    "$sinter" compile "$(network_file "$name")" -o net --prefix net --target "$target" \
        --single-file \
        --no-threads -q "$@" || { fail "$what: compile"; return; }
    compiler_of
    # shellcheck disable=SC2086
    (cd net && $cc $strict '-DNET_WEIGHTS_SECTION=__attribute__((section(".weights")))' -c net.c \
        -o net.o) || { fail "$what: $cc"; return; }
    run_subject "$name" "$target" "$firmware/subject_sinter.c" || { fail "$what: running"; return; }
    case $* in
    *--fp16*) limit=2e-2 ;; # weights of 11 bits
    *) limit=2e-5 ;;
    esac
    awk -v far="$far" -v limit=$limit 'BEGIN { exit !(far != "" && far + 0 <= limit) }' ||
        { fail "$what: results are off by $far"; return; }
    grep -qx 'wrong 0' out || { fail "$what: the self-test: $(grep wrong out)"; return; }
    bound=$(sed -n 's/^#define NET_STACK_BYTES //p' net/net.h)
    [ "$stack" -le "$bound" ] || { fail "$what: $stack bytes of stack, $bound stated"; return; }
    # One function's frame is within it in any case; recursion there is none.
    deepest=$(awk -F'\t' '$3 != "static" { bad = 1 } $1 !~ /selftest|wrong_|test_/ && $2 > most {
        most = $2 } END { print bad ? "unbounded" : most + 0 }' net/net.su)
    [ "$deepest" != unbounded ] && [ "$deepest" -le "$bound" ] ||
        { fail "$what: a frame of $deepest bytes, $bound stated"; return; }
    flash=$(flash_of net_run net_init net_workspace_bytes net_close) ||
        { fail "$what: ld"; return; }
    printf '%-8s %-11s %-26s %7d %9d %6d %6d %12s %10s\n' "$name" "$target" "${*:-}" "$flash" \
        "$ram" "$stack" "$bound" "$instructions" "$far"
    passed=$((passed + 1))
}

make_networks || { echo "0 passed, 1 failed"; exit 1; }
printf '%-8s %-11s %-26s %7s %9s %6s %6s %12s %10s\n' network target options flash workspace \
    stack bound instructions off
for name in keywords person quantized; do
    for target in cortex-m4 cortex-m7 cortex-m55 armv7 riscv64; do measure $name $target; done
    measure $name cortex-m4 --small
    [ $name = quantized ] || measure $name cortex-m4 --fp16
    measure $name cortex-m4 --min-memory
    [ $name = quantized ] || measure $name cortex-m4 --min-memory --small --fp16
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
