# The length of everything, of channels and of space, as one layer each.
test ncnn optimize
--- param
7767517
9 11
Input     data  0 1 data 0=4 1=3 2=2
Split     s     1 2 data a b
Reduction l     1 1 a l 0=8 1=1
Clip      c     1 1 l c 0=1e-12
BinaryOp  d     2 1 b c y 0=3
Split     t     1 2 y e f
Reduction m     1 1 e m 0=8 1=0 4=1 5=1 -23303=1,0
Clip      n     1 1 m n 0=1e-6
BinaryOp  o     2 1 f n z 0=3
--- out
7767517
3 3
Input     data  0 1 data 0=4 1=3 2=2
Normalize                d                        1 1 data y 0=1 1=1 2=9.99999996e-13 3=1 9=1
Normalize                o                        1 1 y z 1=1 2=9.99999997e-07 3=1 9=1
