# What cannot be compiled is told before anything is written.
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
sinter: no target 'pdp11'; there are native, x86-64-v3, x86-64-v3-vl, x86-64-v4, x86-64, aarch64 and generic
code 2
sinter: missing/out: the folder cannot be made: No such file or directory
code 3
sinter: -o FOLDER is needed
usage: sinter compile IN -o FOLDER [options]
code 2
open.param
sinter: file: the folder cannot be made: File exists
code 3
CMakeLists.txt
main.c
mine.c
mine.h
