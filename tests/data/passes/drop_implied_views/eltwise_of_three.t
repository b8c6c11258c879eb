# The products of one Eltwise are one layer: a view is not dropped for the sake of one of them.
test ncnn optimize x=1
--- param
7767517
4 6
Input x 0 1 x 0=1
ExpandDims v 1 1 x v -23303=1,1
Split s 1 3 v a b c
Eltwise e 3 1 a b c y 0=0
--- out
7767517
4 6
Input x 0 1 x 0=1
ExpandDims v 1 1 x v -23303=1,1
Split s 1 3 v a b c
Eltwise e 3 1 a b c y 0=0
