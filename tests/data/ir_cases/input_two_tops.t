# Case 32: an Input layer with two tops.
test ncnn run
--- param
7767517
2 3
Input in 0 2 a b
BinaryOp sub 2 1 a b out 0=1
--- feed
a 3
b 3
--- results
out 3: 2.602 -2.224 1.66
