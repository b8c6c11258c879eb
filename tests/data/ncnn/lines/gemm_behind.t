# The transposed result with an axis in the middle belongs to Gemm's line, and so does the column that C becomes.
test ncnn optimize
--- param
7767517
7 7
Input in0 0 1 a 0=4 1=3
Input in1 0 1 b 0=5 1=4
Input in2 0 1 c 0=3
Dropout d0 1 1 a a0
Gemm g 3 1 a0 b c y 0=2.0 1=0.5 11=1 14=1
Dropout d1 1 1 y y0
ReLU r 1 1 y0 z
--- out
7767517
5 5
Input in0 0 1 a 0=4 1=3
Input in1 0 1 b 0=5 1=4
Input in2 0 1 c 0=3
Gemm                     g                        3 1 a b c y 0=2.0 1=0.5 11=1 14=1
ReLU                     r                        1 1 y z
