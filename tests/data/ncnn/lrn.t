# LRN is written as it was read.
test ncnn load
--- param
7767517
6 6
Input in0 0 1 x 0=4 1=3 2=5
Input in1 0 1 u
LRN a 1 1 x a 0=0 1=3 2=5.000000e-01
LRN b 1 1 a b 1=4
LRN c 1 1 b c 0=1 3=1.0
LRN d 1 1 u d 4=2.0
--- out
7767517
6 6
Input in0 0 1 x 0=4 1=3 2=5
Input in1 0 1 u
LRN a 1 1 x a 0=0 1=3 2=5.000000e-01
LRN b 1 1 a b 1=4
LRN c 1 1 b c 0=1 3=1.0
LRN d 1 1 u d 4=2.0
