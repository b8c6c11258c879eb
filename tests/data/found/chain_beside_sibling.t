# What merge_conv_chain makes is joined with its sibling at once, not when the file is optimized again.
test ncnn optimize
--- param
7767517
5 6
Input x 0 1 x 0=4 1=4 2=2
Split s 1 2 x x0 x1
Convolution n1 1 1 x0 a 0=1 1=1 5=1 6=2
Convolution n2 1 1 x1 v 0=1 1=1 5=1 6=2
Convolution n3 1 1 v b 0=1 1=1 6=1
--- out
7767517
3 4
Input x 0 1 x 0=4 1=4 2=2
Convolution              n1                       1 1 x n1 0=2 1=1 5=1 6=4
Slice                    n1_split                 1 2 n1 a b -23300=2,1,1
