# Case 9: a Squeeze of an axis that is not 1 does nothing.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
Squeeze squeeze 1 1 x out -23303=1,0
--- feed
x 2,3
--- results
out 2,3: 0.992 -1.6 0.092 -1.61 0.624 -1.568
