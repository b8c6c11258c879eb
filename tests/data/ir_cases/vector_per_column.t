# Case 11: any other vector goes along the columns.
test ncnn run
--- param
7767517
3 3
MemoryData x 0 1 x 0=2
MemoryData y 0 1 y 0=2 1=3
BinaryOp add 2 1 x y out 0=0
--- bin
raw 10 20
tag 1 2 3 4 5 6
--- results
out 3,2: 10 21 12 23 14 25
