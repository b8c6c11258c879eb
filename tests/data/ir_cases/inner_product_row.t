# Case 14: one row of as many elements as the inner product has inputs is mapped as a row.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
InnerProduct fc 1 1 x out 0=2 1=1 2=6
--- bin
tag 1 2 3 4 5 6
raw 10 20
--- feed
x 1,3
--- results
out 1,2: 8.068 16.52
