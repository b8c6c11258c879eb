# Case 46: the Input says 12 channels, the convolution has 3 (det1): the file runs.
test ncnn run
--- param
7767517
2 2
Input data 0 1 data 0=3 1=12 2=12
Convolution conv 1 1 data out 0=2 1=1 5=1 6=6
--- bin
tag 1 2 3 4 5 6
raw 1 2
--- feed
data 3,2,2
--- results
out 2,2,2: 3.72 1.622 -3.334 1.27 10.048 -1.524 -6.936 -1.78
