# Steps with the same text are one function, which both lines of the table name; what gcc 12 made nothing of computes what the interpreter does.
test cli
--- run
cat > net.param <<'NET'
7767517
8 11
Input        y  0 1 y 0=1 1=6 2=16
Convolution  c1 1 1 y a 0=16 1=1 6=256
Softmax      sm 1 1 a b
Split        s  1 3 b b0 b1 b2
Convolution  c2 1 1 b0 d 0=4 1=3 4=1 6=576
BatchNorm    bn 1 1 b1 e 0=16
Pooling      p  1 1 b2 f 1=3 3=1
Concat       k  3 1 d e f z
NET
npy() { printf '\223NUMPY\1\0\166\0%-117s\n' "{'descr': '$1', 'fortran_order': False, 'shape': $2, }"; }
(npy '|u1' '(16, 6, 1)'; head -c 96 net.param) > in.npy
$SINTER compile net.param --bin seed:1 -o c --target x86-64-v3 --as-is -q
grep -c 'the same as' c/net.c
grep -o '{step_[0-9]*' c/net.c | sort | uniq -d
$SINTER run net.param --bin seed:1 --input-file in.npy --interpret
$SINTER run net.param --bin seed:1 --input-file in.npy --as-is
--- out
1
{step_2
{step_5
z  36,6,1  min -0.398374  mean 0.0552104  max 1.20477 at 66
z  36,6,1  min -0.398374  mean 0.0552104  max 1.20477 at 66
