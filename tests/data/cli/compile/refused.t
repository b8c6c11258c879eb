# What cannot be compiled is reported before anything is written.
test cli
--- run
cat > open.param <<'NET'
7767517
2 2
Input data 0 1 data
ReLU  relu 1 1 data out
NET
$SINTER compile open.param -o out; echo "code $?"
$SINTER bench open.param; echo "code $?"
$SINTER compile open.param -o out --input 3,4,5 --prefix '../x'; echo "code $?"
$SINTER compile open.param -o out --input 3,4,5 --prefix 'a b'; echo "code $?"
$SINTER compile open.param -o out --input 3,4,5 --target pdp11; echo "code $?"
$SINTER compile open.param -o missing/out --input 3,4,5; echo "code $?"
$SINTER compile open.param --input 3,4,5; echo "code $?"
ls
cat > custom.param <<'NET'
7767517
3 3
Input  data 0 1 data 0=4 1=4 2=3
MyOp   mine 1 1 data a
ReLU   relu 1 1 a out
NET
$SINTER compile custom.param -o out -q; echo "code $?"
sed 's/0=.*/0=2000000000 1=2000000000 2=2000000000/' open.param | sed '3s/$/ 0=2000000000 1=2000000000 2=2000000000/' > vast.param
$SINTER compile vast.param -o out; echo "code $?"
cat > narrow.param <<'NET'
7767517
2 2
Input       data 0 1 data 0=2 1=2 2=1
Convolution conv 1 1 data out 0=1 1=3 6=9
NET
$SINTER compile narrow.param --bin seed:1 -o out; echo "code $?"
$SINTER fuse narrow.param --bin seed:1; echo "code $?"
ls -d out
touch file; $SINTER compile open.param -o file --input 3,4,5; echo "code $?"
$SINTER compile open.param -o out --input 3,4,5 --prefix mine --embed-weights -q; ls out
--- out
sinter: the sizes of input 'data' are not known: give them, like --input data=3,240,320
code 5
sinter: the sizes of input 'data' are not known: give them, like --input data=3,240,320
code 5
sinter: prefix '../x': a letter, then letters, digits and _ are expected, at most 40 characters, and no name of the C library's or a build's own, like math or test
code 2
sinter: prefix 'a b': a letter, then letters, digits and _ are expected, at most 40 characters, and no name of the C library's or a build's own, like math or test
code 2
sinter: no target 'pdp11'; there are native, x86-64-v3, x86-64-v3-vl, x86-64-v4, x86-64-v3-vl-vnni, x86-64-v4-vnni, x86-64, aarch64, wasm, cortex-m4, cortex-m7, cortex-m55, riscv64, armv7 and generic
code 2
sinter: missing/out: the folder cannot be made: No such file or directory
code 3
sinter: -o FOLDER is needed
usage: sinter compile IN -o FOLDER [options]
code 2
open.param
sinter: warning: custom.param:4: ncnn has no layer 'MyOp'; it is kept as it is
sinter: 'mine': nobody knows what a layer of the type 'MyOp' computes, so it cannot be compiled
code 6
sinter: 'data' has the shape 2000000000,2000000000,2000000000, which is too large for any memory
code 5
sinter: the sizes of input 'data' are not known, and those that the file hints at do not fit the network: give them, like --input data=1,16,16
code 5
sinter: the sizes of input 'data' are not known, and those that the file hints at do not fit the network: give them, like --input data=1,16,16
code 5
ls: cannot access 'out': No such file or directory
sinter: file: the folder cannot be made: File exists
code 3
CMakeLists.txt
main.c
mine.c
mine.h
mine_selftest.c
