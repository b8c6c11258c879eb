# A folded constant is a result and read by a layer: it needs a Split, as the file has no other word for a result that is read.
test ncnn optimize
--- param
7767517
5 6
Input in 0 1 in 0=4
MemoryData k 0 1 k 0=4
ReLU r 1 1 k r
Split s 1 2 r a b
BinaryOp m 2 1 in b m 0=2
--- bin
raw 1 -2 3 -4
--- out
7767517
4 5
Input in 0 1 in 0=4
MemoryData               r                        0 1 a_1 0=4
Split                    splitncnn_0              1 2 a_1 a_1_splitncnn_0 a
BinaryOp                 m                        2 1 in a_1_splitncnn_0 m 0=2
