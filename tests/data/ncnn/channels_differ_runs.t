# What ncnn computes without packing: channel c reads min(c, 1) of the smaller operand.
test ncnn run
--- param
7767517
3 3
Input in0 0 1 x
Input in1 0 1 y
BinaryOp add 2 1 x y out 0=0
--- feed
x 2,1,2
y 4,1,1
--- results
out 4,1,2: 1.616 -0.976 -1.476 -3.178 -0.36 -2.062 -1.008 -2.71
