# What is no list of targets, and commands that take one target only.
test cli
--- run
cat > face.param <<'NET'
7767517
6 7
Input        data 0 1 data
Convolution  conv1 1 1 data c1 0=10 1=3 4=1 5=1 6=270
Split        s 1 2 c1 a b
Sigmoid      sig 1 1 a g
BinaryOp     mul 2 1 b g m 0=2
Pooling      pool 1 1 m out 0=1 1=3 2=2
NET
try() { $SINTER "$@" > log 2>&1; code=$?; grep -v usage log; echo "code $code"; }
for t in x86-64-v3+x86-64-v5 x86-64-v3+x86-64-v3 x86-64-v3+ +x86-64 x86-64++x86-64-v3 + x86-64-v3+aarch64 generic+x86-64; do try compile face.param --bin seed:1 --input 3,9,20 -o out --target $t; done
try compile face.param --bin seed:1 --input 3,9,20 -o out --target x86-64+x86-64-v3 --machine nothing
seq 1000 | head -c 2160 > data.raw
try run face.param --bin seed:1 --input 3,9,20 --input-file data=data.raw --target x86-64+x86-64-v3
try bench face.param --bin seed:1 --input 3,9,20 --target x86-64+x86-64-v3
try fuse face.param --bin seed:1 --input 3,9,20 --target x86-64+x86-64-v3
try draw face.param --bin seed:1 --input 3,9,20 --groups --target x86-64+x86-64-v3
ls
--- out
sinter: no target 'x86-64-v5'; there are native, x86-64-v3, x86-64-v3-vl, x86-64-v4, x86-64-v3-vl-vnni, x86-64-v4-vnni, x86-64, aarch64, wasm, cortex-m4, cortex-m7, cortex-m55, riscv64, armv7 and generic
code 2
sinter: targets 'x86-64-v3+x86-64-v3': x86-64-v3 comes twice
code 2
sinter: targets 'x86-64-v3+': a name is missing beside a '+'
code 2
sinter: targets '+x86-64': a name is missing beside a '+'
code 2
sinter: targets 'x86-64++x86-64-v3': a name is missing beside a '+'
code 2
sinter: targets '+': a name is missing beside a '+'
code 2
sinter: targets 'x86-64-v3+aarch64': x86-64-v3 and aarch64 are of two architectures; a folder is for one
code 2
sinter: targets 'generic+x86-64': generic and x86-64 are of two architectures; a folder is for one
code 2
sinter: x86-64-v3: no machine 'nothing'; `sinter tune --list` lists those there are
code 2
sinter: 'x86-64+x86-64-v3': one target is expected here; several in one are for folders
code 2
sinter: 'x86-64+x86-64-v3': one target is expected here; several in one are for folders
code 2
sinter: 'x86-64+x86-64-v3': one target is expected here; several in one are for folders
code 2
sinter: 'x86-64+x86-64-v3': one target is expected here; several in one are for folders
code 2
data.raw
face.param
log
