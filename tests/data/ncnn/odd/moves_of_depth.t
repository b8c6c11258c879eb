# Unfold, PixelShuffle and Reorg take the first plane of each channel of a value with depth.
test ncnn optimize
--- param
7767517
5 7
Input in0 0 1 x 0=4 1=4 11=3 2=4
Split sp 1 3 x x0 x1 x2
Unfold u 1 1 x0 u 1=2
PixelShuffle s 1 1 x1 s 0=2
Reorg o 1 1 x2 o 0=2
--- out
7767517
5 7
Input in0 0 1 x 0=4 1=4 11=3 2=4
Split sp 1 3 x x0 x1 x2
Unfold u 1 1 x0 u 1=2
PixelShuffle s 1 1 x1 s 0=2
Reorg o 1 1 x2 o 0=2
