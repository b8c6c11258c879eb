# Case 3: an InstanceNorm sees a matrix as one channel: all six are normalised together.
test ncnn run
--- param
7767517
2 2
Input x 0 1 x
InstanceNorm norm 1 1 x out 0=0 1=0.001 2=0
--- feed
x 2,3
--- results
out 2,3: 1.35144 -0.978154 0.542553 -0.987141 1.0207 -0.949393
