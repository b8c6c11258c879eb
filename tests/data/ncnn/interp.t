# Interp is written back as it was, whether it is a resize, fills images, copies or is ncnn's own.
test ncnn load
--- param
7767517
12 17
Input in0 0 1 x 0=8 1=6 2=4
Input in1 0 1 u
Input in2 0 1 v 0=4
Split s 1 6 x x1 x2 x3 x4 x5 x6
Interp a 1 1 x1 a 0=1 1=2.000000e+00 2=2.0
Interp b 1 1 x2 b 0=2 3=7 4=9 6=1
Interp c 2 1 x3 x4 c 0=3 5=1
Interp d 1 1 x5 d 0=2 9="*(0w,2),+(0h,1)"
Interp e 1 1 u e 0=1 1=1.5 2=1.5
Interp f 2 1 v x6 f 0=2 5=1
Interp g 1 1 c g 0=1 3=12 4=12 1=3.0
Interp h 1 1 d h 0=1 1=1.0 2=1.0
--- out
7767517
12 17
Input in0 0 1 x 0=8 1=6 2=4
Input in1 0 1 u
Input in2 0 1 v 0=4
Split s 1 6 x x1 x2 x3 x4 x5 x6
Interp a 1 1 x1 a 0=1 1=2.000000e+00 2=2.0
Interp b 1 1 x2 b 0=2 3=7 4=9 6=1
Interp c 2 1 x3 x4 c 0=3 5=1
Interp d 1 1 x5 d 0=2 9="*(0w,2),+(0h,1)"
Interp e 1 1 u e 0=1 1=1.5 2=1.5
Interp f 2 1 v x6 f 0=2 5=1
Interp g 1 1 c g 0=1 3=12 4=12 1=3.0
Interp h 1 1 d h 0=1 1=1.0 2=1.0
