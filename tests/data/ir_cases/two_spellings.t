# Case 44: one operator in two spellings.
test ncnn run
--- param
7767517
6 6
Input x 0 1 x
AbsVal abs1 1 1 x a
UnaryOp abs2 1 1 a b 0=0
TanH tanh1 1 1 b c
UnaryOp tanh2 1 1 c d 0=16
ReLU relu 1 1 d out 0=0.1
--- feed
x 5
--- results
out 5: 0.640024 0.726686 0.0914847 0.727389 0.503443
