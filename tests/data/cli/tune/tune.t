# Facts of a machine are measured, written, and read back where something is compiled for it; what is no such thing is refused.
test cli
--- run
export XDG_CACHE_HOME=$PWD/cache
$SINTER tune -o here.machine -q && head -1 here.machine && grep -c . here.machine
$SINTER tune --list | cut -d' ' -f1
$SINTER tune --list --json | python3 -c 'import json, sys; m = json.load(sys.stdin)["machines"]; print(all(max(x["flops"]) > 0 and x["bytes_per_second"][0] > x["bytes_per_second"][3] > 0 for x in m))'
cat > net.param <<'NET'
7767517
3 3
Input        data 0 1 data 0=14 1=14 2=32
Convolution  conv 1 1 data c 0=32 1=3 4=1 5=1 6=9216
Convolution  last 1 1 c out 0=64 1=1 5=1 6=2048
NET
for m in here.machine zen3 cortex_a55; do $SINTER compile net.param --bin seed:1 -o c --machine $m -q && echo "$m: code $?"; done
$SINTER compile net.param --bin seed:1 -o c --machine pdp11 -q; echo "code $?"
sed 's/^latency.*/latency fast/' here.machine > bad.machine
$SINTER compile net.param --bin seed:1 -o c --machine bad.machine -q; echo "code $?"
$SINTER compile net.param --bin seed:1 -o c --machine net.param -q; echo "code $?"
$SINTER tune --check net.param --bin seed:1 --rounds 2 --json | python3 -c '
import json, sys
for c in json.load(sys.stdin)["choices"]:
    k = c["kernels"]
    print(c["layer"], len(k) > 1, all(x["seconds"] > 0 and x["estimated_seconds"] > 0 for x in k), c["regret"] >= 0, k[0]["estimated_seconds"] == min(x["estimated_seconds"] for x in k))'
$SINTER tune --check net.param --bin seed:1 --target wasm 2>&1 | sed 's/x86-64\|aarch64/ARCH/g'
$SINTER tune --check net.param -o x; echo "code $?"
$SINTER tune --rounds 3; echo "code $?"
--- out
sinter machine 1
12
zen3
zen4
zen5
sapphire_rapids
sse2
cortex_a55
cortex_a76
neoverse_n1
neoverse_v1
apple_m1
cortex_m4
cortex_m7
cortex_m55
cortex_a7
sifive_u74
wasm_simd128
generic
True
here.machine: code 0
zen3: code 0
cortex_a55: code 0
sinter: no machine 'pdp11'; `sinter tune --list` lists those there are
code 2
sinter: bad.machine, line 5: latency: numbers above 0 are expected, 1 of them
code 4
sinter: net.param: not the facts of a machine, which begin with 'sinter machine 1'
code 4
conv 32,14,14 x 32,32,3,3 True True True True
conv 32,14,14 x 64,32,1,1 True True True True
sinter: code for wasm cannot be timed on this machine, which is ARCH: native, generic or another target of ARCH is expected
sinter: -o writes facts, --check measures kernels: one at a time
usage: sinter tune [options]
code 2
sinter: --target, --machine and --rounds are for --check IN
usage: sinter tune [options]
code 2
