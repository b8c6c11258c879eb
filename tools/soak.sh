#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# soak.sh MINUTES [BUILD] [FUZZ_BUILD]: long runs on all processors with seeds that nobody has
# tried: random networks (half of the time), the fuzz targets where they are built, allocations that
# fail, and kills while files are written. Progress on a terminal; the last line is "N passed, N
# failed". What fails is kept in soak-DATE: random networks as small data tests, inputs of fuzz
# targets, logs.
set -u
minutes=${1:?minutes expected} build=${2:-build-dev} fuzz=${3:-build-fuzz}
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root" || exit 2
export SINTER_TESTS="$root/tests" SINTER="$root/$build/sinter"
jobs=$(nproc)
out=soak-$(date +%Y%m%d-%H%M%S)
mkdir -p "$out"
seconds=$(awk "BEGIN { print int(60 * $minutes) }")
begun=$(date +%s)
passed=0 failed=0

tell() { [ -t 2 ] && printf '\r\033[K%s' "$*" >&2; return 0; }
count() { # what, status, log
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        tell ""
        echo "FAILED $1: see $out/$3"
    fi
}
# Waits for processes, showing what is under way. $1: until when; the rest: pids
watch() {
    what=$1
    shift
    for pid in "$@"; do
        while kill -0 "$pid" 2>/dev/null; do
            tell "$what: $(($(date +%s) - begun)) of $seconds s, $passed passed, $failed failed"
            sleep 1
        done
    done
}

# ---- random networks, in as many processes as there are processors ----
first=$((begun * 1000))
share=$(awk "BEGIN { print $minutes * 0.5 }")
"$build/tests/random.test_random" --seeds $first..$((first + 999999999)) \
    --minutes "$share" --keep-going --save "$out" >"$out/random.log" 2>/dev/null &
pid=$!
watch "random networks" $pid
wait $pid
count "random networks (seeds from $first)" $? random.log
n_networks=$(awk '/ networks, /{n += $1} END {print n + 0}' "$out/random.log")
echo "random networks: $n_networks, seeds from $first"

# ---- fuzz targets, as many at a time as there are processors ----
targets=$(find "$fuzz/fuzz" -maxdepth 1 -name 'fuzz_*' -type f -perm -u+x 2>/dev/null | sort)
n_targets=$(echo "$targets" | grep -c . || true)
if [ "$n_targets" -gt 0 ]; then
    rounds=$(((n_targets + jobs - 1) / jobs))
    each=$((seconds * 3 / 10 / rounds))
    [ $each -ge 1 ] || each=1
    running=0 pids= names=
    finish() {
        # shellcheck disable=SC2086
        watch "fuzz targets" $pids
        for pid in $pids; do
            wait "$pid"
            status=$?
            name=${names%% *}
            names=${names#* }
            count "$name" $status "$name.log"
            n_inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$out/$name.log")
            echo "$name: $n_inputs inputs"
        done
        running=0 pids= names=
    }
    for target in $targets; do
        name=$(basename "$target")
        fuzz/seeds.py "$name" "$fuzz/seeds/$name" "$fuzz/$name.dict"
        mkdir -p "$fuzz/corpus/$name"
        "$target" -max_total_time=$each -rss_limit_mb=4096 -timeout=60 -max_len=2048 \
            -print_final_stats=1 "-dict=$fuzz/$name.dict" \
            "-artifact_prefix=$out/$name-" "$fuzz/corpus/$name" "fuzz/corpus/$name" \
            "$fuzz/seeds/$name" >"$out/$name.log" 2>&1 &
        pids="$pids $!" names="$names$name " running=$((running + 1))
        [ $running -lt "$jobs" ] || finish
    done
    [ $running -eq 0 ] || finish
else
    echo "fuzz targets: not built (cmake --preset fuzz && cmake --build $fuzz), left out"
fi

# ---- memory that runs out, kills: over and over for the rest ----
rounds=0
while [ $rounds -eq 0 ] || [ $(($(date +%s) - begun)) -lt "$seconds" ]; do
    for test in api.test_memory api.test_write base.test_replace; do
        tell "$test: $(($(date +%s) - begun)) of $seconds s, $passed passed, $failed failed"
        "$build/tests/$test" >"$out/$test.log" 2>&1
        count "$test" $? "$test.log"
    done
    rounds=$((rounds + 1))
done
echo "allocation failures and kills: $rounds rounds"

tell ""
[ $failed -gt 0 ] || rm -rf "$out"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
