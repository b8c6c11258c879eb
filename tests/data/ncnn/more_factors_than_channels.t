# Scale, BatchNorm and Normalize with more elements than x has channels: ncnn takes the first ones. They stay as they are.
test ncnn optimize
--- param
7767517
7 7
Input in0 0 1 x 0=2 1=2 2=2
Convolution c 1 1 x c 0=2 1=1 6=4
Scale s 1 1 c s 0=3 1=1
BatchNorm b 1 1 s b 0=4
ReLU r 1 1 b r
ReLU r2 1 1 r y
Normalize n 1 1 y z 0=1 3=3
--- out
7767517
6 6
Input in0 0 1 x 0=2 1=2 2=2
Convolution c 1 1 x c 0=2 1=1 6=4
Scale s 1 1 c s 0=3 1=1
BatchNorm b 1 1 s b 0=4
ReLU r 1 1 b r
Normalize                n                        1 1 r z 0=1 3=3
