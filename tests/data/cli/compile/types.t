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
out f16 4
1 2 -3 4
out f16 4
1 2 3 4
{'descr': '<f2', 'fortran_orde
 3c00 4000 4200 4400
out  f16 2  min 1  mean 1.5  max 2 at 1
code 0
20: *     input  0  float 4  data
142:int half_run(half_net *net, const void *const *inputs, void *const *outputs);
out  4  0x3c00 0x4000 0xc200 0x4400
out  4  0x3c00 0x4000 0xc200 0x4400
half_example: whole.npy: elements of type f32 ('<f4') in C order are expected
code 1
half_example: longer.npy: elements of type f32 ('<f4') in C order are expected
code 1
half_example: fields.npy: elements of type f32 ('<f4') in C order are expected
code 1
all 1 steps compute what they should
