# A reduction that leaves channels, with a factor: one line, though a mean alone is a pooling.
test ncnn optimize x=4,5,6
--- param
7767517
4 4
Input x 0 1 x
Reduction mean1 1 1 x m 0=3 1=0 -23303=2,1,2 5=1
BinaryOp mul1 1 1 m a 0=2 1=1 2=4.0
ReLU r 1 1 a y
--- out
7767517
3 3
Input x 0 1 x
Reduction                mean1                    1 1 x a 0=3 1=0 -23303=2,1,2 5=1 2=4.00000000e+00
ReLU r 1 1 a y
