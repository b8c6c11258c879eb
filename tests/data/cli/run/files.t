# Inputs from files: shapes of .npy say open sizes; raw floats need sizes; what does not fit is refused.
test cli
--- run
cat > sum.param <<'NET'
7767517
3 3
Input a 0 1 a
Input b 0 1 b
BinaryOp sum 2 1 a b out
NET
cat > one.param <<'NET'
7767517
2 2
Input data 0 1 data
ReLU  relu 1 1 data ../out
NET
printf '\0\0\200\077\0\0\0\100\0\0\100\300\0\0\200\100' > raw
npy() { printf '\223NUMPY\1\0\166\0%-117s\n' "{'descr': '$1', 'fortran_order': $2, 'shape': $3, }"; }
(npy '<f4' False '(1, 2, 2)'; cat raw) > a.npy
(npy '|u1' False '(1, 2, 2)'; printf '\1\2\3\377') > b.npy
(npy '<f2' False '(1, 1, 2)'; printf '\0\076\1\200') > half.npy
(npy '>f4' False '(4,)'; cat raw) > big.npy
(npy '<f4' True '(2, 2)'; cat raw) > fortran.npy
(npy '<f4' False '(1, 2, 9)'; cat raw) > cut.npy
(npy '<f4' False '(1, 99999999999, 99999999999)'; cat raw) > huge.npy
(npy '<f4' False '(1, 1, 3)'; cat raw) > behind.npy
$SINTER run sum.param --interpret --input-file a=a.npy --input-file b=b.npy --text
$SINTER run sum.param --interpret --input-file a=a.npy --input-file b=raw --input b=1,2,2
$SINTER run one.param --interpret --input-file half.npy --text
$SINTER run one.param --interpret --input-file a.npy -o res --json
ls res
$SINTER run sum.param --interpret --input-file a=a.npy; echo "code $?"
$SINTER run sum.param --interpret --input-file a.npy; echo "code $?"
$SINTER run sum.param --interpret --input-file a=a.npy --input-file a=b.npy; echo "code $?"
for f in big fortran cut huge behind; do $SINTER run one.param --interpret --input-file $f.npy; echo "code $?"; done
$SINTER run one.param --interpret --input-file a.npy --input 3,3; echo "code $?"
(npy '<f4' False '(4,)'; cat raw) > flat.npy
for sizes in 1,2,2 2,2 2,1,2,1; do $SINTER run one.param --interpret --input-file a.npy --input $sizes; echo "code $?"; done
$SINTER run one.param --interpret --input-file flat.npy --input 2,2
$SINTER run one.param --interpret --input-file a.npy --input 1,4; echo "code $?"
(npy '<f4' False '(2, 4)'; cat raw raw) > turned.npy
$SINTER run one.param --interpret --input-file turned.npy --input 4,2; echo "code $?"
$SINTER run one.param --interpret --input-file missing; echo "code $?"
--- out
out 1,2,2
2 4
0 259
out  1,2,2  min -6  mean 2  max 8 at 3
../out 1,1,2
1.5 0
{
  "format": 1,
  "command": "run",
  "outputs": [
    {
      "name": "../out",
      "type": "f32",
      "shape": [
        1,
        2,
        2
      ],
      "file": "res/_._out.npy"
    }
  ]
}
_._out.npy
sinter: input 'b' is missing: give --input-file b=FILE.npy, or --image
usage: sinter run IN [--image FILE | --input-file FILE] [-o FOLDER] [options]
code 2
sinter: --input-file a.npy: NAME=FILE is expected; the inputs are a, b
usage: sinter run IN [--image FILE | --input-file FILE] [-o FOLDER] [options]
code 2
sinter: --input-file a=b.npy: input 'a' is given twice
usage: sinter run IN [--image FILE | --input-file FILE] [-o FOLDER] [options]
code 2
sinter: big.npy: is a .npy, but only little-endian numbers can be read
code 4
sinter: fortran.npy: is a .npy, but its axes are in Fortran's order; save numpy.ascontiguousarray of it
code 4
sinter: cut.npy: is a .npy, but it is cut off
code 4
sinter: huge.npy: is a .npy, but it is too large
code 4
sinter: behind.npy: is a .npy, but 4 bytes stand behind its elements
code 4
sinter: input 'data' has 9 elements, the file 4
code 5
../out  1,2,2  min 0  mean 1.75  max 4 at 3
code 0
../out  2,2  min 0  mean 1.75  max 4 at 3
code 0
../out  2,1,2,1  min 0  mean 1.75  max 4 at 3
code 0
../out  2,2  min 0  mean 1.75  max 4 at 3
sinter: input 'data' has the sizes 1,4, the file 1,2,2
code 5
sinter: input 'data' has the sizes 4,2, the file 2,4
code 5
sinter: missing: No such file or directory
code 3
