# Case 27: a MemoryData without sizes reads nothing: what follows finds its weights (hole H21), and the file is written as it was.
test ncnn load
--- param
7767517
4 4
MemoryData m 0 1 m
Input x 0 1 x
PReLU prelu 1 1 x y 0=2
BinaryOp add 2 1 y m out 0=0
--- bin
raw 0.25 0.5
--- out
7767517
4 4
MemoryData m 0 1 m
Input x 0 1 x
PReLU prelu 1 1 x y 0=2
BinaryOp add 2 1 y m out 0=0
