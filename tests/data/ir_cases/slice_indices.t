# Case 40: by indices (which ncnnoptimize loses, hole H19).
test ncnn run
--- param
7767517
2 3
Input x 0 1 x
Slice slice 1 2 x a b -23302=1,2 1=0
--- feed
x 6
--- results
a 2: 0.992 -1.6
b 4: 0.092 -1.61 0.624 -1.568
