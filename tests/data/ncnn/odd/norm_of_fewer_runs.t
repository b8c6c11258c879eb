# Norms with more factors than there are elements take the first ones.
test ncnn run
--- param
7767517
2 2
Input in0 0 1 x
LayerNorm l 1 1 x out 0=4 1=0.001
--- feed
x 2,3
--- results
out 2,3: 1.04681 -1.51748 0.12371 -0.714397 1.5572 -0.673765
