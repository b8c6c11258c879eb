# SAME_LOWER of a stride beyond the kernel, where no other axis is padded: nothing is cropped, and each is a convolution as any other format has it.
test ncnn run
--- param
7767517
4 4
Input in0 0 1 x
Input in1 0 1 m
Convolution1D a 1 1 x a 0=1 1=2 3=3 4=-234 6=4
Convolution b 1 1 m b 0=1 1=2 11=1 3=3 13=1 4=-234 6=2
--- bin
tag 1 10 100 1000
tag 1 10
--- feed
x 2,3
m 1,2,3
--- results
a 1,1: 447.992
b 1,2,1: -11.452 -9.954
