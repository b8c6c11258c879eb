# Case 7: the front padding of a volume pads its depth.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
Padding pad 1 1 x out 7=1 5=9.0
--- feed
x 2,2,1,2
--- results
out 2,3,1,2: 9 9 0.992 -1.6 0.092 -1.61 9 9 0.624 -1.568 -0.452 -1.1
