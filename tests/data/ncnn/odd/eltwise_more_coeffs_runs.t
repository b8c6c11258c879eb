# Of more coefficients than inputs the first count.
test ncnn run
--- param
7767517
3 3
Input in0 0 1 a
Input in1 0 1 b
Eltwise e 2 1 a b out 0=1 -23301=3,2.0,1.0,9.0
--- feed
a 3
b 3
--- results
out 3: 0.374 -2.576 -1.384
