# Norms with more factors than they use are carried.
test ncnn optimize x=3,4,5
--- param
7767517
8 8
Input in0 0 1 x 0=5 1=4 2=3
ReLU r 1 1 x r
LayerNorm a 1 1 r a 0=21
GroupNorm b 1 1 a b 0=1 1=2 3=0
Reshape c 1 1 b c 0=20 1=3
InstanceNorm d 1 1 c d 0=3
Dropout e 1 1 d e
AbsVal f 1 1 e y
--- out
7767517
7 7
Input in0 0 1 x 0=5 1=4 2=3
ReLU r 1 1 x r
LayerNorm a 1 1 r a 0=21
GroupNorm b 1 1 a b 0=1 1=2 3=0
Reshape c 1 1 b c 0=20 1=3
InstanceNorm d 1 1 c d 0=3
AbsVal                   f                        1 1 d y
