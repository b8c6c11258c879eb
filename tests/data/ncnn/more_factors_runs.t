# What ncnn computes with more factors than channels.
test ncnn run
--- param
7767517
2 2
Input in0 0 1 x
Scale s 1 1 x y 0=3
--- bin
raw 1 10 100
--- feed
x 2,1,2
--- results
y 2,1,2: 0.992 -1.6 0.92 -16.1
