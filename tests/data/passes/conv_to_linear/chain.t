# Of a vector both are inner products, once the first is known to give one.
test ncnn optimize
--- param
7767517
4 4
Input x 0 1 x 0=4 1=4 2=3
Pooling g 1 1 x g 0=1 4=1
Convolution a 1 1 g a 0=8 1=1 5=1 6=24 9=1
Convolution b 1 1 a b 0=4 1=1 6=32
--- remarks
fired: conv_to_linear: a -> a (linear)
fired: conv_to_linear: b -> b (linear)
--- out
7767517
4 4
Input x 0 1 x 0=4 1=4 2=3
Pooling g 1 1 x g 0=1 4=1
InnerProduct             a                        1 1 g a 0=8 1=1 2=24 9=1
InnerProduct             b                        1 1 a b 0=4 2=32
