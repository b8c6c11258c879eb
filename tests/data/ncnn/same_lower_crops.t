# SAME_LOWER where the stride is larger than the kernel on w and h is padded: ncnn crops x by one on the left. Rows of 12 and more it copies as a whole, into the row before.
test ncnn run
--- param
7767517
4 4
Input in0 0 1 x
Input in1 0 1 long
Pooling p 1 1 x a 0=0 1=1 11=3 2=2 12=1 5=3
Convolution c 1 1 long b 0=1 1=1 11=3 3=2 13=1 4=-234 6=3
--- bin
tag 1 10 100
--- feed
x 1,2,4
long 1,3,12
--- results
a 1,2,2: -1.568 -1.1 -1.568 -1.1
b 1,3,6: -12.14 -6.8 -133.02 -42.8 50.64 162.78 -113.814 182.52 19.698 -79.88 184.464 -104.338 -11.56 18.116 2 -7.844 18.362 -10.264
