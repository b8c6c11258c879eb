# Case 7: 0c in a shape expression is 1 for a matrix.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
Reshape reshape 1 1 x out 6="*(0w,0h),0c"
--- feed
x 2,3
--- results
out 1,6: 0.992 -1.6 0.092 -1.61 0.624 -1.568
