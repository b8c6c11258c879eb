# A 2-D convolution of a value with depth: ncnn takes the first plane of each channel. How it reads is one thing, what it computes another: a factor goes into its weights.
test ncnn optimize
--- param
7767517
5 5
Input in0 0 1 x 0=5 1=5 11=3 2=4
Convolution c 1 1 x c 0=4 1=3 6=144
BatchNorm b 1 1 c y 0=4
ReLU r 1 1 y z
ReLU r2 1 1 z out
--- out
7767517
2 2
Input in0 0 1 x 0=5 1=5 11=3 2=4
Convolution              c                        1 1 x out 0=4 1=3 6=144 5=1 9=1
