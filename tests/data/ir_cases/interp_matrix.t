# Case 17: an Interp of a matrix resizes the rows only.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
Interp resize 1 1 x out 0=2 3=5 4=6
--- feed
x 2,3
--- results
out 2,6: 0.992 0.344 -0.952 -1.177 -0.331 0.092 -1.61 -1.0515 0.0655 0.076 -1.02 -1.568
