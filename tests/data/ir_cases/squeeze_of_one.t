# Case 9: one of size 1 goes.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
Squeeze squeeze 1 1 x out -23303=2,0,1
--- feed
x 1,2,3
--- results
out 2,3: 0.992 -1.6 0.092 -1.61 0.624 -1.568
