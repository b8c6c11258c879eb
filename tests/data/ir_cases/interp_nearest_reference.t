# Case 17: with a reference blob nearest takes the ratio of sizes, in ncnn 20261020 (up to 20260526 it repeats the last row and column).
test ncnn run
--- param
7767517
3 3
MemoryData x 0 1 x 0=2 1=2 2=1
Input ref 0 1 ref
Interp resize 2 1 x ref out 0=1 5=1
--- bin
raw 1 2 3 4
--- feed
ref 1,4,4
--- results
out 1,4,4: 1 1 2 2 1 1 2 2 3 3 4 4 3 3 4 4
