# Products of which the first has fewer columns than the second has rows stay.
test cli
--- run
cat > a.param <<'END'
7767517
7 9
Input in0 0 1 a 0=7 1=4
Input in1 0 1 b 0=8 1=9
Split s0 1 2 a a0 a1
Split s1 1 2 b b0 b1
Dropout d 1 1 a0 ad
Gemm g 2 1 ad b0 g
MatMul m 2 1 a1 b1 m
END
$SINTER optimize a.param --bin seed:1 -o b.param -q
cat b.param
$SINTER show a.param --bin seed:1 -q > /dev/null && $SINTER convert a.param --bin seed:1 -o c.param -q
cmp a.param c.param && echo the same
--- out
sinter: warning: a.param: Gemm 'g' is kept as it is: k of an operand is 7, where 9 are expected, and what is left out depends on the runtime's settings
sinter: warning: a.param: ncnn.matmul 'm' is kept as it is: k of a is 7, where 9 are expected, and what is left out depends on the runtime's settings
7767517
6 8
Input in0 0 1 a 0=7 1=4
Split                    s0                       1 2 a a1 a_splitncnn_1
Input in1 0 1 b 0=8 1=9
Split s1 1 2 b b0 b1
Gemm                     g                        2 1 a_splitncnn_1 b0 g
MatMul m 2 1 a1 b1 m
sinter: warning: a.param: Gemm 'g' is kept as it is: k of an operand is 7, where 9 are expected, and what is left out depends on the runtime's settings
sinter: warning: a.param: ncnn.matmul 'm' is kept as it is: k of a is 7, where 9 are expected, and what is left out depends on the runtime's settings
sinter: warning: a.param: Gemm 'g' is kept as it is: k of an operand is 7, where 9 are expected, and what is left out depends on the runtime's settings
sinter: warning: a.param: ncnn.matmul 'm' is kept as it is: k of a is 7, where 9 are expected, and what is left out depends on the runtime's settings
the same
