# A convolution of 1x1 taps is another layer to ncnn when it reads a vector: the view stays.
test ncnn optimize x=1
--- param
7767517
3 3
Input x 0 1 x 0=1
Reshape r 1 1 x i 0=1 1=1 2=-1
Convolution c 1 1 i y 0=5 1=1 6=5
--- out
7767517
3 3
Input x 0 1 x 0=1
Reshape r 1 1 x i 0=1 1=1 2=-1
Convolution c 1 1 i y 0=5 1=1 6=5
