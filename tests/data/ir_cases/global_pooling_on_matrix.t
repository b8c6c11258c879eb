# Case 3: a global pooling of a matrix gives one number.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
Pooling pool 1 1 x out 0=1 4=1
--- feed
x 2,3
--- results
out 1: -0.511667
