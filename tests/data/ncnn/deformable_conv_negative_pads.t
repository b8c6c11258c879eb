# Negative pads move where taps begin; the mask of one channel is an image without an axis for it.
test ncnn load
--- param
7767517
5 5
Input x 0 1 x 0=5 1=5 2=1
Input o 0 1 o 0=4 1=4 2=2
Input m 0 1 m 0=4 1=4
DeformableConv2D a 3 1 x o m a 0=1 1=1 4=-1 15=0 16=0 6=1
Noop n 1 1 a b
--- out
7767517
5 5
Input x 0 1 x 0=5 1=5 2=1
Input o 0 1 o 0=4 1=4 2=2
Input m 0 1 m 0=4 1=4
DeformableConv2D a 3 1 x o m a 0=1 1=1 4=-1 15=0 16=0 6=1
Noop n 1 1 a b
