# A factor of everything that is behind a reduction is in its line.
test ncnn optimize
--- param
7767517
3 3
Input x 0 1 x
Reduction sum1 1 1 x m 0=2 2=0.5
BinaryOp mul1 1 1 m y 0=2 1=1 2=4.0
--- out
7767517
2 2
Input x 0 1 x
Reduction                sum1                     1 1 x y 0=2 2=2.00000000e+00
