# Case 34: two tops of one Split are results.
test ncnn run
--- param
7767517
3 4
Input x 0 1 x
TanH tanh 1 1 x t
Split split 1 2 t out0 out1
--- feed
x 3
--- results
out0 3: 0.758214 -0.921669 0.0917412
out1 3: 0.758214 -0.921669 0.0917412
