# A GroupNorm whose channels are not groups of one size leaves the last ones as they are.
test ncnn run x=3,2
--- param
7767517
2 2
Input in0 0 1 x 0=2 1=3
GroupNorm c 1 1 x y 0=2 1=3
--- bin
raw 1 2 3
raw 5 1 2
--- feed
x 3,2
--- results
y 3,2: 5.9997 4.0003 2.99862 -0.998621 0.624 -1.568
