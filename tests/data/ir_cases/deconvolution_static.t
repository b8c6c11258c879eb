# Case 20: the weights of a file are output channel first.
test ncnn run
--- param
7767517
2 2
MemoryData x 0 1 x 0=1 1=1 2=2
Deconvolution deconv 1 1 x out 0=2 1=1 6=4
--- bin
raw 1 2
tag 1 2 3 4
--- results
out 2,1,1: 5 11
