# Case 3: a Bias layer on a matrix adds its first element to all.
test ncnn run
--- param
7767517
2 2
MemoryData x 0 1 x 0=2 1=2
Bias bias 1 1 x out 0=2
--- bin
raw 1 2 3 4
raw 100 200
--- results
out 2,2: 101 102 103 104
