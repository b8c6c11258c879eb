# Case 36: the file says two layers and has three; the last one is not read.
test ncnn run
--- param
7767517
2 3
Input x 0 1 x
TanH tanh 1 1 x t
Sigmoid sigmoid 1 1 t out
--- feed
x 3
--- results
t 3: 0.758214 -0.921669 0.0917412
