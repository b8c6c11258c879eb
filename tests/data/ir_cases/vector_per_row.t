# Case 11: a vector of as many elements as there are rows goes along the rows.
test ncnn run
--- param
7767517
3 3
MemoryData x 0 1 x 0=2
MemoryData y 0 1 y 0=2 1=2
BinaryOp add 2 1 x y out 0=0
--- bin
raw 10 20
tag 1 2 3 4
--- results
out 2,2: 10 11 22 23
