# Softmax along an axis that its input does not have: ncnn leaves it as it is, and so the layer goes.
test ncnn optimize
--- param
7767517
4 4
Input in0 0 1 x 0=4 1=3
Softmax s 1 1 x y 0=2 1=1
ReLU r 1 1 y z
ReLU r2 1 1 z out
--- out
7767517
2 2
Input in0 0 1 x 0=4 1=3
ReLU                     r                        1 1 x out
