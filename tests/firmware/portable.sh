#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
#     tests/firmware/portable.sh [SINTER]
#
# What `sinter compile` writes compiles without a warning by gcc and clang as C99, C11 and C++, by
# tcc, which knows no vectors, and for Windows by mingw-w64; what this machine can run of it passes
# its self-test.
set -u
firmware=$(cd "$(dirname "$0")" && pwd)
sinter=$(realpath "${1:-$firmware/../../build/sinter}")
"$firmware/../../tools/need-packages.sh" gcc g++ clang tcc gcc-mingw-w64-x86-64 ||
    { echo "0 passed, 1 failed"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0
failed=0

check() { # what, whether a program is run, command
    local what=$1 runs=$2
    shift 2
    rm -f program
    if (cd net && "$@" -o ../program) >log 2>&1 && [ ! -s log ] &&
        { [ "$runs" = no ] || ./program -w net/net.weights --selftest >log 2>&1; }; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "portable: $name, $options: $what"
        head -20 log
    fi
}

networks="squeezenet shufflenet_v2 mobilenet_v2 vit"
for name in $networks keywords person; do
    case $name in
    keywords) "$sinter" convert "$firmware/network.param" --bin seed:1 -o $name.param -q ;;
    person) "$sinter" convert "$firmware/person.param" --bin seed:1 -o $name.param -q ;;
    *) "$sinter" zoo $name -o $name.param -q ;;
    esac || exit 1
    for options in "--no-threads" "" "--no-threads --fp16 --small" "--batch 1,2"; do
        case $name,$options in
        keywords,* | person,* | *,--no-threads) ;;
        *) continue ;;
        esac
        rm -rf net
        # shellcheck disable=SC2086
        "$sinter" compile $name.param -o net --prefix net --target generic --check=off -q \
            $options || exit 1
        all=$(cd net && echo net*.c main.c)
        alone=-DNET_NO_THREADS
        warn="-Wall -Wextra"
        # shellcheck disable=SC2086
        {
            check "gcc, C99" yes gcc -std=c99 -Wpedantic $warn -O1 $alone $all -lm
            check "gcc, C11" yes gcc -std=c11 -Wpedantic $warn -O1 $all -lm -lpthread
            check "clang, C99" yes clang -std=c99 -Wpedantic $warn -O1 $alone $all -lm
            check "g++" yes g++ -x c++ $warn -O1 $all -lm
            check "clang++" yes clang++ -x c++ -Wno-deprecated $warn -O1 $all -lm
            check "tcc" yes tcc -Wall $all -lm
            check "mingw" no x86_64-w64-mingw32-gcc -std=c11 -Wpedantic $warn -O1 $alone $all -lm
        }
    done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
