# Along an axis that its input does not have a softmax does nothing.
test ncnn run
--- param
7767517
2 2
Input in0 0 1 x
Softmax s 1 1 x out 0=-3 1=1
--- feed
x 2,2
--- results
out 2,2: 0.992 -1.6 0.092 -1.61
