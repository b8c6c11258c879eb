# An Eltwise is written as it was read, also where its inputs are not known to have one shape.
test ncnn load
--- param
7767517
10 10
Input in0 0 1 a 0=4 1=3
Input in1 0 1 b
Input in2 0 1 c
Input in3 0 1 d 0=4 1=5 2=8
Input in4 0 1 e 0=4 1=7 2=8
Eltwise p 4 1 a b c a y0
Eltwise q 2 1 b c y1 0=1 -23301=3,1.000000e+00,2.0,5
Eltwise r 3 1 b c a y2 0=2
Eltwise s 2 1 d e y3 0=1
Eltwise t 3 1 d d d y4 0=1 -23301=0
--- out
7767517
10 10
Input in0 0 1 a 0=4 1=3
Input in1 0 1 b
Input in2 0 1 c
Input in3 0 1 d 0=4 1=5 2=8
Input in4 0 1 e 0=4 1=7 2=8
Eltwise p 4 1 a b c a y0
Eltwise q 2 1 b c y1 0=1 -23301=3,1.000000e+00,2.0,5
Eltwise r 3 1 b c a y2 0=2
Eltwise s 2 1 d e y3 0=1
Eltwise t 3 1 d d d y4 0=1 -23301=0
