# Case 11: a matrix and an image pair their first axes.
test ncnn run
--- param
7767517
3 3
Input x 0 1 x
Input y 0 1 y
BinaryOp add 2 1 x y out 0=0
--- feed
x 2,3
y 2,3,4
--- results
out 2,3,4: 0.54 -0.108 1.152 2.778 -2.774 -0.24 -2.178 -1.902 0.902 -1.348 -1.07 0.936 -2.14 -1.952 -3.308 -1.91 -0.13 0.42 -0.362 -0.676 -3.168 -1.852 -1.104 -1.146
