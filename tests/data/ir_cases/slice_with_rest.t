# Case 40: a Slice need not cover its input.
test ncnn run
--- param
7767517
2 3
Input x 0 1 x
Slice slice 1 2 x a b -23300=2,2,2
--- feed
x 6
--- results
a 2: 0.992 -1.6
b 2: 0.092 -1.61
