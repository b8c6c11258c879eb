# What a Power scaled goes to the layer before it; the shift and the exponent stay one Power.
test ncnn optimize
--- param
7767517
4 4
Input in 0 1 in 0=8 1=2 2=3
Threshold t 1 1 in t
BinaryOp sub 1 1 t a 0=2 1=1 2=0.5
Power p 1 1 a out 0=3.0 1=0.5 2=-1.0
--- out
7767517
4 4
Input in 0 1 in 0=8 1=2 2=3
Threshold t 1 1 in t
BinaryOp                 sub                      1 1 t sub 0=2 1=1 2=2.50000000e-01
Power                    p                        1 1 sub out 0=3.0 2=-1.0
