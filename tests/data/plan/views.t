# Views take no step; parts of a plain concat along the outermost axis are computed where they belong.
test plan
--- in
"x" = input : f32[6,5,5]
"y" = input : f32[50]
"a" = relu("x") name="relu1"
"f" = reshape("a") {shape=[-1]} name="flatten1"
"b" = exp("y") name="exp1"
"c" = concat("f", "b") {axis=0} name="concat1"
"d" = tanh("c") name="tanh1"
output("d")
--- tvm
0   map  relu1: -> p 6x5x5 @832; y = max(s0, 0); s0: p 6x5x5 @in0
1   map  exp1: -> p 50 @1472; y = exp(s0); s0: p 50 @in1
2 | move : p 150 @832 -> p 150 @0
3   move : p 50 @1472 -> p 50 @600
4 | map  tanh1: -> p 200 @out0; y = tanh(s0); s0: p 200 @0
workspace: 1728 bytes, 1728 without sharing
--- full
0   map  relu1: -> p 6x5x5 @0; y = max(s0, 0); s0: p 6x5x5 @in0
1   map  exp1: -> p 50 @600; y = exp(s0); s0: p 50 @in1
2 | map  tanh1: -> p 200 @out0; y = tanh(s0); s0: p 200 @0
workspace: 832 bytes, 832 without sharing
