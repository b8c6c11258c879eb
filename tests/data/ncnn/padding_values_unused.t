# Values for the border that are not used stay with their layer: of other borders than constant ones, of none, of a matrix.
test ncnn optimize
--- param
7767517
8 8
Input in 0 1 x 0=4 1=3 2=2
Padding a 1 1 x a 0=1 1=1 2=1 4=1 5=1.0 6=2
Padding b 1 1 a b 0=1 1=1 4=2 6=2
Padding c 1 1 b c 6=5
ReLU r 1 1 c r
Noop s 1 1 r s
Reshape m 1 1 s m 0=-1 1=2
Padding d 1 1 m y 2=1 6=3
--- out
7767517
7 7
Input in 0 1 x 0=4 1=3 2=2
Padding a 1 1 x a 0=1 1=1 2=1 4=1 5=1.0 6=2
Padding b 1 1 a b 0=1 1=1 4=2 6=2
Padding c 1 1 b c 6=5
ReLU r 1 1 c r
Reshape                  m                        1 1 r m 0=-1 1=2
Padding d 1 1 m y 2=1 6=3
