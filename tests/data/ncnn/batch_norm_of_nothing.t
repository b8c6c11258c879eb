# Where variance and eps are 0 ncnn divides by 0.0001.
test ncnn run
--- param
7767517
2 2
Input in0 0 1 x 0=2 1=1 2=2
BatchNorm b 1 1 x y 0=2
--- bin
raw 2 3
raw 0.5 1
raw 0 4
raw 0.25 -1
--- feed
x 2,1,2
--- results
y 2,1,2: 9840.25 -41999.8 -2.362 -4.915
