# Groups by reshapes; the norm in pieces is found first.
test pass recognise_norm
--- in
"x" = input : f32[6,4,h]
"a" = reshape("x") {shape=[2,-1]} name="reshape1"
"m" = reduce("a") {op=mean, axes=[1]} name="mean1"
"d" = sub("a", "m") name="sub1"
"q" = square("d") name="square1"
"v" = reduce("q") {op=mean, axes=[1]} name="mean2"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
"n" = mul("d", "r") name="mul1"
"o" = reshape("n") {shape=[6,4,-1]} name="reshape2"
"k" = mul("o", @"g") name="mul2"
"y" = add("k", @"b") name="add2"
output("y")
@"g" = f32[6,1,1] seed 1
@"b" = f32[6,1,1] seed 2
@"eps" = f32[] [1e-05]
--- remarks
fired: recognise_norm: mean1 + sub1 + square1 + mean2 + add1 + rsqrt1 + mul1 -> mul1 (layer_normalization)
fired: recognise_norm: reshape1 + mul1 + reshape2 + mul2 + add2 -> add2 (group_normalization)
--- out
"x" = input : f32[6,4,h]
"y" = group_normalization("x", @%0, @%1) {num_groups=2} name="add2" : f32[6,4,h]
output("y")
@%0 = f32[6] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329]
@%1 = f32[6] [0.11292524,1.2468393,-0.66353375,-1.5977916,-0.5732808,0.0012242922]
