# What ncnn computes with a norm of more factors than elements, of a matrix with several.
test ncnn run x=3,2
--- param
7767517
5 6
Input in0 0 1 x 0=2 1=3
Split s 1 2 x x0 x1
LayerNorm a 1 1 x0 a 0=3
InstanceNorm b 1 1 x1 b 0=3
Noop n 0 0
--- bin
raw 1 10 100
raw 0 1 2
raw 2 10 100
raw 3 1 2
--- feed
x 3,2
--- results
a 3,2: 0.999702 -8.99702 0.99931 -8.9931 0.999584 -8.99584
b 3,2: 5.70288 1.04369 4.08511 1.02572 5.04139 1.10121
