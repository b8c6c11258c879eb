# Norms with more factors than there are elements take the first ones.
test ncnn optimize
--- param
7767517
6 6
Input in0 0 1 x 0=6 1=5 2=4
LayerNorm l 1 1 x l 0=8 1=0.001
RMSNorm m 1 1 l m 0=8 1=0.001
InstanceNorm i 1 1 m y 0=7
ReLU r 1 1 y z
ReLU r2 1 1 z out
--- out
7767517
5 5
Input in0 0 1 x 0=6 1=5 2=4
LayerNorm l 1 1 x l 0=8 1=0.001
RMSNorm m 1 1 l m 0=8 1=0.001
InstanceNorm i 1 1 m y 0=7
ReLU                     r                        1 1 y out
