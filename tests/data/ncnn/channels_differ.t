# Convolutions of 2 and 4 channels are added: the sum stays as it is, and the rest is optimized.
test ncnn optimize
--- param
7767517
8 9
Input in0 0 1 x 0=4 1=4 2=2
Split s 1 2 x x0 x1
Convolution a 1 1 x0 a 0=2 1=1 5=1 6=4
BatchNorm bn 1 1 a an 0=2
Convolution b 1 1 x1 b 0=4 1=1 5=1 6=8
BinaryOp add 2 1 an b y 0=0
Convolution c 1 1 y c 0=2 1=1 5=1 6=8
ReLU r 1 1 c out
--- out
7767517
5 6
Input in0 0 1 x 0=4 1=4 2=2
Convolution              b                        1 1 x b_1 0=6 1=1 5=1 6=12
Slice                    b_split                  1 2 b_1 b an -23300=2,4,2
BinaryOp add 2 1 an b y 0=0
Convolution              c                        1 1 y out 0=2 1=1 5=1 6=8 9=1
