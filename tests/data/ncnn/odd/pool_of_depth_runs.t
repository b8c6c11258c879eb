# The largest of the first plane of each channel.
test ncnn run
--- param
7767517
3 3
Input in0 0 1 x
Pooling p 1 1 x p 0=0 1=2 2=2
Pooling g 1 1 x g 0=1 4=1
--- feed
x 2,2,2,2
--- results
p 2,1,1: 0.992 1.786
g 2: -0.5315 0.533
