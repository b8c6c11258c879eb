# Normalisations whose axes depend on shapes are written as they were read, whatever they turned out to be.
test ncnn load
--- param
7767517
8 8
Input in0 0 1 x 0=5 1=4 2=3
LayerNorm a 1 1 x a 0=5 1=1.000000e-05
LayerNorm b 1 1 a b 0=20
RMSNorm c 1 1 b c 0=7 2=0
InstanceNorm d 1 1 c d 0=3
GroupNorm e 1 1 d e 0=3 1=3
Reshape f 1 1 e f 0=20 1=3
InstanceNorm g 1 1 f y 0=1 1=1.000000e-05
--- out
7767517
8 8
Input in0 0 1 x 0=5 1=4 2=3
LayerNorm a 1 1 x a 0=5 1=1.000000e-05
LayerNorm b 1 1 a b 0=20
RMSNorm c 1 1 b c 0=7 2=0
InstanceNorm d 1 1 c d 0=3
GroupNorm e 1 1 d e 0=3 1=3
Reshape f 1 1 e f 0=20 1=3
InstanceNorm g 1 1 f y 0=1 1=1.000000e-05
