# PReLU is written as it was read.
test ncnn load
--- param
7767517
7 7
Input in0 0 1 x 0=4 1=3 2=2
Input in1 0 1 u
Input in2 0 1 v 0=2
PReLU a 1 1 x a 0=2
PReLU b 1 1 u b 0=3
PReLU c 1 1 b c 0=1
PReLU d 1 1 v d 0=2
--- out
7767517
7 7
Input in0 0 1 x 0=4 1=3 2=2
Input in1 0 1 u
Input in2 0 1 v 0=2
PReLU a 1 1 x a 0=2
PReLU b 1 1 u b 0=3
PReLU c 1 1 b c 0=1
PReLU d 1 1 v d 0=2
