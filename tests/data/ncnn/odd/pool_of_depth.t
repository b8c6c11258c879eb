# A 2-D pooling of a value with depth takes the first plane of each channel.
test ncnn optimize
--- param
7767517
4 4
Input in0 0 1 x 0=4 1=4 11=3 2=2
Pooling p 1 1 x y 0=0 1=2 2=2
ReLU r 1 1 y z
ReLU r2 1 1 z out
--- out
7767517
3 3
Input in0 0 1 x 0=4 1=4 11=3 2=2
Pooling p 1 1 x y 0=0 1=2 2=2
ReLU                     r                        1 1 y out
