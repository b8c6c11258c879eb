# Case 17: an Interp of a vector fills an image with each element.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
Interp resize 1 1 x out 0=1 3=2 4=3
--- feed
x 2
--- results
out 2,2,3: 0.992 0.992 0.992 0.992 0.992 0.992 -1.6 -1.6 -1.6 -1.6 -1.6 -1.6
