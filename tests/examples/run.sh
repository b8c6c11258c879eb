#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
#     tests/examples/run.sh BUILD
#
# Builds the examples and runs them. Those of C and C++ find sinter as installed from BUILD. Of that
# for Android the native side is built for arm64 with headers of Android, and once more for this
# machine, where a JVM runs it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
examples=$(cd "$here/../../examples" && pwd)
build=$(realpath "$1")
"$here/../../tools/need-packages.sh" g++ cmake default-jdk-headless gcc-aarch64-linux-gnu \
    libc6-dev-arm64-cross android-platform-frameworks-native-headers ||
    { echo "0 passed, 1 failed"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
log=$work/log
step() { # what it is, command
    local name=$1
    shift
    if "$@" >"$log" 2>&1; then
        passed=$((passed + 1))
        echo "ok      $name"
    else
        failed=$((failed + 1))
        echo "FAILED  $name"
        tail -n 20 "$log"
    fi
}
same() { diff "$1" "$2"; }

sinter=$build/sinter
"$sinter" zoo squeezenet -o "$work/net.param" -q || exit 1
step "install" cmake --install "$build" --prefix "$work/installed"
for language in c cpp; do
    step "$language: build" bash -c "cmake -S $examples/$language -B $work/$language \
        -DCMAKE_PREFIX_PATH=$work/installed && cmake --build $work/$language"
    step "$language: run" bash -c "$work/$language/optimize $work/net.param $work/$language.param \
        >$work/$language.out"
    step "$language: same network" "$sinter" verify "$work/net.param" "$work/$language.param"
done
# Beside the passes, which only the first one prints.
sed -n '/ rewrites, /,$p' "$work/c.out" >"$work/c.result"
step "both say the same" same "$work/c.result" "$work/cpp.out"
step "c: a file that is not there" bash -c "! $work/c/optimize $work/none.param $work/x.param"

app=$work/android
cp -r "$examples/android" "$app"
main=$app/app/src/main
sh "$app/generate.sh" >"$work/usage" 2>&1
step "android: generate without a model" test "$? $(cut -d: -f1 "$work/usage")" = "2 usage"
step "android: generate" env SINTER="$sinter" sh "$app/generate.sh" "$work/net.param" -q
java=$(dirname "$(dirname "$(realpath "$(command -v javac)")")")
# glibc has off64_t, which those headers name, by a macro.
includes="-D_LARGEFILE64_SOURCE -I/usr/include/android -I$java/include -I$java/include/linux"
echo 'void sinter_example_has_no_code(void) {}' >"$work/empty.c"
native() { # abi, C compiler, processor
    # The NDK names the ABI, and brings libandroid.
    mkdir -p "$work/$1"
    case $1 in
    arm64-v8a) "$2" -shared -o "$work/$1/libandroid.so" "$work/empty.c" ;;
    *) "$2" $includes -fPIC -shared -o "$work/$1/libandroid.so" "$here/assets.c" ;;
    esac &&
        cmake -S "$main/cpp" -B "$work/$1" -DANDROID_ABI="$1" -DCMAKE_C_COMPILER="$2" \
            -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$3" -DCMAKE_C_FLAGS="$includes" \
            -DCMAKE_SHARED_LINKER_FLAGS="-L$work/$1" &&
        cmake --build "$work/$1" --target network
}
step "android: native code for arm64" native arm64-v8a aarch64-linux-gnu-gcc aarch64
step "android: native code for this machine" native x86_64 cc x86_64
step "android: javac" javac -d "$work/classes" \
    "$main/java/org/sinter/example/Network.java" "$here/Run.java"
step "android: in a JVM" bash -c "LD_LIBRARY_PATH=$work/x86_64 java -Xcheck:jni \
    -Djava.library.path=$work/x86_64 -cp $work/classes Run $main/assets >$work/jvm.out"
numbers=$(grep -c '^[0-9.eE+-]*$' "$work/jvm.out" 2>/dev/null)
step "android: 1000 numbers" test "$numbers" = 1000
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
