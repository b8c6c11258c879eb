# Case 8: a reduction over everything gives one element.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
Reduction reduce 1 1 x out 0=0 1=1
--- feed
x 2,3,4
--- results
out 1: -8.146
