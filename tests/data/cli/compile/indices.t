# The example takes a .npy of 32-bit integers for an input that a layer takes indices from: floats would be other indices, bit by bit.
test cli
--- run
cat > embed.param <<'NET'
7767517
4 4
Input ids 0 1 ids 0=3
Input data 0 1 data 0=2
Embed e 1 1 ids rows 0=2 1=4 3=8
InnerProduct p 1 1 data out 0=2 2=4
NET
npy() { printf '\223NUMPY\1\0\166\0%-117s\n' "{'descr': '$1', 'fortran_order': False, 'shape': $2, }"; }
floats='\0\0\200\077\0\0\0\100\0\0\100\100'
(npy '<f4' '(3,)'; printf "$floats") > floats.npy
(npy '<f4' '(2,)'; printf '\0\0\200\077\0\0\0\100') > data.npy
(npy '<i4' '(2,)'; printf '\1\0\0\0\2\0\0\0') > whole.npy
printf '\1\0\0\0\2\0\0\0\3\0\0\0' > raw
(npy '<i4' '(3,)'; cat raw) > ids.npy
$SINTER run embed.param --bin seed:1 --interpret --text --input-file ids=floats.npy --input-file data=data.npy
$SINTER compile embed.param --bin seed:1 -o embed -q
cc=${CC:-cc}
$cc -std=c11 -O1 -Wall -Wextra -Werror -Wno-psabi embed/*.c -Iembed -lm -lpthread -o example
for args in "ids.npy data.npy" "raw data.npy" "floats.npy" "ids.npy whole.npy"; do
    ./example -w embed/embed.weights $args; echo "code $?"
done
--- out
rows 3,2
0.723350167 1.42739964
-1.52168846 -1.66415155
-1.1036675 -0.644461513
out 2
-3.33537436 -0.100275248
rows  3,2  0.72335 1.4274 -1.52169 -1.66415 -1.10367 -0.644462
out  2  -3.33537 -0.100275
code 0
rows  3,2  0.72335 1.4274 -1.52169 -1.66415 -1.10367 -0.644462
out  2  -3.33537 -0.100275
code 0
embed_example: floats.npy: elements of type i32 ('<i4') in C order are expected
code 1
embed_example: whole.npy: elements of type f32 ('<f4') in C order are expected
code 1
