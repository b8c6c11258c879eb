# A result of halves is stored, written, printed and tested as halves; the header says so.
test cli
--- run
cat > half.param <<'NET'
7767517
2 2
Input data 0 1 data 0=4
Cast half 1 1 data out 0=1 1=2
NET
npy() { printf '\223NUMPY\1\0\166\0%-117s\n' "{'descr': '$1', 'fortran_order': False, 'shape': $2, }"; }
printf '\0\0\200\077\0\0\0\100\0\0\100\300\0\0\200\100' > raw
(npy '<f4' '(4,)'; cat raw) > in.npy
(npy '<f8' '(2,)'; printf '\0\0\0\0\0\0\360\077\0\0\0\0\0\0\0\100') > double.npy
(npy '<i8' '(4,)'; printf '\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\4\0\0\0\0\0\0\0') > whole.npy
$SINTER run half.param --input-file in.npy --text
$SINTER run half.param --input-file whole.npy --interpret --text -o res -q
head -c 40 res/out.npy | tail -c 30; echo
tail -c 8 res/out.npy | od -An -tx2
$SINTER run half.param --input-file double.npy --interpret; echo "code $?"
$SINTER compile half.param -o half -q
grep -n "put  0\|_run(half_net" half/half.h
cc=${CC:-cc}
$cc -std=c11 -O1 -Wall -Wextra -Werror -Wno-psabi half/half.c half/half_selftest.c half/main.c -Ihalf -lm -lpthread -o example
./example in.npy
./example raw
./example whole.npy; echo "code $?"
(npy '<f4x' '(4,)'; cat raw) > longer.npy
printf '\223NUMPY\1\0\166\0%-117s\n' "{'descr': [('a', '<f4'), ('b', '<i4')], 'fortran_order': False, 'shape': (2,), }" > fields.npy
cat raw >> fields.npy
for f in longer fields; do ./example $f.npy; echo "code $?"; done
./example --selftest | sed 's/ (.*//'
--- out
/tmp/sinter-test-kPotGp.sh: 14: /tmp/w/firm/build-dev/sinter: Permission denied
/tmp/sinter-test-kPotGp.sh: 15: /tmp/w/firm/build-dev/sinter: Permission denied
head: cannot open 'res/out.npy' for reading: No such file or directory

tail: cannot open 'res/out.npy' for reading: No such file or directory
/tmp/sinter-test-kPotGp.sh: 18: /tmp/w/firm/build-dev/sinter: Permission denied
code 126
/tmp/sinter-test-kPotGp.sh: 19: /tmp/w/firm/build-dev/sinter: Permission denied
grep: half/half.h: No such file or directory
cc1: fatal error: half/half.c: No such file or directory
compilation terminated.
cc1: fatal error: half/half_selftest.c: No such file or directory
compilation terminated.
cc1: fatal error: half/main.c: No such file or directory
compilation terminated.
/tmp/sinter-test-kPotGp.sh: 23: ./example: not found
/tmp/sinter-test-kPotGp.sh: 24: ./example: not found
/tmp/sinter-test-kPotGp.sh: 25: ./example: not found
code 127
/tmp/sinter-test-kPotGp.sh: 29: ./example: not found
code 127
/tmp/sinter-test-kPotGp.sh: 29: ./example: not found
code 127
/tmp/sinter-test-kPotGp.sh: 30: ./example: not found
