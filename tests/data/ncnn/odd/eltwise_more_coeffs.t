# Of more coefficients than inputs the first count.
test ncnn optimize
--- param
7767517
5 5
Input in0 0 1 a 0=4
Input in1 0 1 b 0=4
Eltwise e 2 1 a b y 0=1 -23301=3,2.0,1.0,9.0
ReLU r 1 1 y z
ReLU r2 1 1 z out
--- out
7767517
4 4
Input in0 0 1 a 0=4
Input in1 0 1 b 0=4
Eltwise e 2 1 a b y 0=1 -23301=3,2.0,1.0,9.0
ReLU                     r                        1 1 y out
