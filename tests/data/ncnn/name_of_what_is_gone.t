# A layer's result that is another than before does not get the layer's name, which its result had in the file.
test ncnn optimize
--- param
7767517
4 4
Input x 0 1 x 0=6 1=6 2=2
Scale s 1 1 x s 0=2
Pooling p 1 1 s p 0=1 1=2 2=2
Convolution c 1 1 p c 0=1 1=1 6=2
--- out
7767517
3 3
Input x 0 1 x 0=6 1=6 2=2
Pooling                  p                        1 1 x p_1 0=1 1=2 2=2
Convolution              c                        1 1 p_1 c 0=1 1=1 6=2
