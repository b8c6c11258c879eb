# The first plane of each channel is what counts.
test ncnn run
--- param
7767517
2 2
Input in0 0 1 x
Convolution c 1 1 x out 0=2 1=2 6=16
--- feed
x 2,2,2,3
--- results
out 2,1,2: -2.03239 2.41317 -3.04279 2.01081
