# Elementwise operators that end in one value are one step; the sum is written over an operand that dies.
test plan
--- in
"x" = input : f32[6,5,5]
"y" = input : f32[6,5,5]
"a" = relu("x") name="relu1"
"b" = exp("y") name="exp1"
"c" = add("a", "b") name="add1"
"d" = tanh("c") name="tanh1"
"e" = mul("d", "c") name="mul1"
output("e")
--- off
0   map  relu1: -> p 6x5x5 @0; y = max(s0, 0); s0: p 6x5x5 @in0
1   map  exp1: -> p 6x5x5 @640; y = exp(s0); s0: p 6x5x5 @in1
2 | map  add1: -> p 6x5x5 @0; y = s0 + s1; s0: p 6x5x5 @0; s1: p 6x5x5 @640
3 | map  tanh1: -> p 6x5x5 @640; y = tanh(s0); s0: p 6x5x5 @0
4 | map  mul1: -> p 6x5x5 @out0; y = s0 * s1; s0: p 6x5x5 @640; s1: p 6x5x5 @0
workspace: 1280 bytes, 1920 without sharing
--- tvm
0   map  relu1, exp1, add1, tanh1, mul1: -> p 6x5x5 @out0; y = tanh(max(s0, 0) + exp(s1)) * (max(s0, 0) + exp(s1)); s0: p 6x5x5 @in0; s1: p 6x5x5 @in1
workspace: 0 bytes, 0 without sharing
--- full
0   map  relu1, exp1, add1, tanh1, mul1: -> p 6x5x5 @out0; y = tanh(max(s0, 0) + exp(s1)) * (max(s0, 0) + exp(s1)); s0: p 6x5x5 @in0; s1: p 6x5x5 @in1
workspace: 0 bytes, 0 without sharing
