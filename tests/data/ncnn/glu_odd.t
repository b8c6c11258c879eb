# The slice in front of the halves is part of the layer.
test ncnn load
--- param
7767517
2 2
Input in 0 1 x 0=5 1=2
GLU g 1 1 x y 0=1
--- out
7767517
2 2
Input in 0 1 x 0=5 1=2
GLU g 1 1 x y 0=1
