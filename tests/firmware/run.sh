#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
#     tests/firmware/run.sh [SINTER]
#
# Trains a network that spots keywords (Zhang et al., "Hello Edge", 2017: DS-CNN, with three blocks)
# on an emulated microcontroller, a Cortex-M7: what `sinter train -o` writes, built by
# arm-none-eabi-gcc and run by QEMU. The losses are those of this machine. Prints what it takes.
set -u
here=$(cd "$(dirname "$0")" && pwd)
sinter=$(realpath "${1:-$here/../../build/sinter}")
"$here/../../tools/need-packages.sh" gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm ||
    { echo "0 passed, 1 failed"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
steps=5
fail() {
    echo "firmware: $*"
    echo "0 passed, 1 failed"
    exit 1
}
"$sinter" convert "$here/network.param" --bin seed:1 -o kws.param -q || fail convert
"$sinter" train kws.param --loss softmax_cross_entropy --input data=1,49,10 --batch 2 -o net \
    --target generic --threads 1 --small --embed-weights --prefix net -q || fail train
{
    echo "extern const unsigned char start_states[];"
    echo "const unsigned char start_states[] = {"
    od -An -v -tu1 net/net.states | sed 's/ *\([0-9][0-9]*\)/\1,/g'
    echo "};"
} >states.c
size=$(wc -c <net/net.states)
rm net/*/*_selftest.c net/*/main.c
generated="net/net_train.c $(echo net/step/*.c net/judge/*.c)"
sources="$here/main.c states.c $generated"
flags="-std=c11 -O2 -ffunction-sections -fdata-sections -Wall -Wextra -Inet -DSTEPS=$steps
    -DNET_STEP_NO_THREADS -DNET_JUDGE_NO_THREADS -DSTATES_SIZE=$size"
# shellcheck disable=SC2086
build() { # what it is called, workspace, compiler and its flags
    local name=$1 room=$2
    shift 2
    "$@" $flags -DWORKSPACE_BYTES="$room" $sources -lm -o "$name"
}
build here 64000000 cc || fail "the compiler of this machine"
./here >here.out || fail "$(cat here.out)"
room=$(sed -nE 's/^workspace ([0-9]+) bytes.*/\1/p' here.out)
core="-mcpu=cortex-m7 -mthumb -mfpu=fpv5-sp-d16 -mfloat-abi=hard"
# shellcheck disable=SC2086
build board.elf "$room" arm-none-eabi-gcc $core --specs=rdimon.specs -nostartfiles \
    -L "$here" -T an500.ld -Wl,--gc-sections "$here/start.c" || fail "arm-none-eabi-gcc"
timeout 300 qemu-system-arm -M mps2-an500 -cpu cortex-m7 -nographic -monitor none -serial none \
    -semihosting -kernel board.elf >board.out 2>&1
status=$?
cat board.out
[ $status = 0 ] || fail "the board ended with $status"
# Roundings differ by the order of sums that each compiler makes of the same C.
far='{ d = $4 - $8; if (d < 0) d = -d; if (d > 2e-3 || $2 != $6) bad = 1 }
    END { exit bad || NR == 0 }'
paste -d ' ' <(grep step here.out) <(grep step board.out) | awk "$far" ||
    fail "losses are others: $(grep step here.out | tr '\n' ';')"
# shellcheck disable=SC2086
arm-none-eabi-gcc $core $flags -r $generated -nostdlib -o all.o || fail "objects"
arm-none-eabi-size all.o | awk 'NR == 2 { print "code " $1 " bytes, data " $2 + $3 " bytes" }'
echo "1 passed, 0 failed"
