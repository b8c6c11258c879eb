# Options of bench that are wrong: what is said, and nothing is written.
test cli
--- run
cat > net.param <<'NET'
7767517
2 2
Input data 0 1 data 0=20 1=20 2=8
Sigmoid  sig 1 1 data out
NET
try() { $SINTER bench net.param "$@"; echo "code $?"; }
try --warmup 1.5
try --warmup -1
try --warmup 2000000
try --warmup s
try --warmup 0
try --warmup 0s
try --seconds 0
try --seconds nan
try --rounds 1000001
try --percentiles 50,x
try --percentiles 50,
try --percentiles nan
try --percentiles 1,100.5
try --trace t.txt
try --trace .json
try --trace none/t.json --rounds 1
cp net.param net.json
ln -s net.param link.json
try --trace link.json
try --mean 3
try --input-file none.npy
for target in wasm cortex-m4 cortex-m7 cortex-m55 riscv64 armv7; do
    try --target $target 2>&1 | sed 's/x86-64\|aarch64/ARCH/g'
done
ls
--- out
sinter: --warmup: '1.5' is neither a number from 1 to 1000000 nor seconds like 0.5s
usage: sinter bench IN [options]
code 2
sinter: --warmup: '-1' is neither a number from 1 to 1000000 nor seconds like 0.5s
usage: sinter bench IN [options]
code 2
sinter: --warmup: '2000000' is neither a number from 1 to 1000000 nor seconds like 0.5s
usage: sinter bench IN [options]
code 2
sinter: --warmup: 's' is neither a number from 1 to 1000000 nor seconds like 0.5s
usage: sinter bench IN [options]
code 2
sinter: --warmup: '0' is neither a number from 1 to 1000000 nor seconds like 0.5s
usage: sinter bench IN [options]
code 2
sinter: --warmup: '0s' is neither a number from 1 to 1000000 nor seconds like 0.5s
usage: sinter bench IN [options]
code 2
sinter: --seconds: '0' is not a number above 0, like 1e-4
usage: sinter bench IN [options]
code 2
sinter: --seconds: 'nan' is not a number above 0, like 1e-4
usage: sinter bench IN [options]
code 2
sinter: --rounds: '1000001' is not a number from 0 to 1000000
usage: sinter bench IN [options]
code 2
sinter: --percentiles: 'x' is not a number from 0 to 100, like 99.9
usage: sinter bench IN [options]
code 2
sinter: --percentiles: '' is not a number from 0 to 100, like 99.9
usage: sinter bench IN [options]
code 2
sinter: --percentiles: 'nan' is not a number from 0 to 100, like 99.9
usage: sinter bench IN [options]
code 2
sinter: --percentiles: '100.5' is not a number from 0 to 100, like 99.9
usage: sinter bench IN [options]
code 2
sinter: --trace t.txt: a name that ends in .json is expected
usage: sinter bench IN [options]
code 2
sinter: --trace .json: a name that ends in .json is expected
usage: sinter bench IN [options]
code 2
sinter: none/t.json: a temporary file beside it cannot be created: No such file or directory
code 3
sinter: link.json: would be written over the file that is read as net.param
code 2
sinter: --mean is for a picture; --image is missing
usage: sinter bench IN [options]
code 2
sinter: none.npy: No such file or directory
code 3
sinter: code for wasm cannot be timed on this machine, which is ARCH: native, generic or another target of ARCH is expected
code 6
sinter: code for cortex-m4 cannot be timed on this machine, which is ARCH: native, generic or another target of ARCH is expected
code 6
sinter: code for cortex-m7 cannot be timed on this machine, which is ARCH: native, generic or another target of ARCH is expected
code 6
sinter: code for cortex-m55 cannot be timed on this machine, which is ARCH: native, generic or another target of ARCH is expected
code 6
sinter: code for riscv64 cannot be timed on this machine, which is ARCH: native, generic or another target of ARCH is expected
code 6
sinter: code for armv7 cannot be timed on this machine, which is ARCH: native, generic or another target of ARCH is expected
code 6
link.json
net.json
net.param
