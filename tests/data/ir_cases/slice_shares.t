# Case 40: -233 is an even share of what is left.
test ncnn run
--- param
7767517
2 4
Input x 0 1 x
Slice slice 1 3 x a b c -23300=3,2,-233,-233
--- feed
x 7
--- results
a 2: 0.992 -1.6
b 2: 0.092 -1.61
c 3: 0.624 -1.568 -0.452
