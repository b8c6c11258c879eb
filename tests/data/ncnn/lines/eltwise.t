# Products and maxima of several inputs are one line again, and so is a sum, whatever else is done around them.
test ncnn optimize
--- param
7767517
10 12
Input in0 0 1 a 0=4 1=3
Input in1 0 1 b 0=4 1=3
Input in2 0 1 c
Split s0 1 2 a a0 a1
Dropout d0 1 1 a0 a2
Eltwise e 3 1 a2 b c p 0=0
Split s1 1 2 p p0 p1
Eltwise f 2 1 p0 a1 q 0=2
Eltwise g 2 1 q p1 r 0=1 -23301=3,1.0,2.0,5.0
TanH t 1 1 r y
--- out
7767517
9 11
Input in0 0 1 a 0=4 1=3
Split                    s0                       1 2 a a1 a_splitncnn_1
Input in1 0 1 b 0=4 1=3
Input in2 0 1 c
Eltwise                  e                        3 1 a_splitncnn_1 b c p 0=0
Split s1 1 2 p p0 p1
Eltwise f 2 1 p0 a1 q 0=2
Eltwise g 2 1 q p1 r 0=1 -23301=3,1.0,2.0,5.0
TanH t 1 1 r y
