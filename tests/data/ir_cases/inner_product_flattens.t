# Case 14: a matrix of other rows is flattened.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
InnerProduct fc 1 1 x out 0=1 1=1 2=6
--- bin
tag 1 2 3 4 5 6
raw 10
--- feed
x 3,2
--- results
out 1: -4.66
