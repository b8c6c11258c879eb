# A factor for each row: rows as groups.
test pass recognise_norm
--- in
"x" = input : f32[3,8]
"m" = reduce("x") {op=mean, axes=[1]} name="mean1"
"d" = sub("x", "m") name="sub1"
"q" = square("d") name="square1"
"v" = reduce("q") {op=mean, axes=[1]} name="mean2"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
"n" = mul("d", "r") name="mul1"
"y" = mul("n", @"g") name="mul2"
output("y")
@"g" = f32[3,1] seed 1
@"eps" = f32[] [1e-05]
--- remarks
fired: recognise_norm: mean1 + sub1 + square1 + mean2 + add1 + rsqrt1 + mul1 + mul2 -> mul2 (group_normalization)
--- out
"x" = input : f32[3,8]
"y" = group_normalization("x", @%0, @%1) {num_groups=3} name="mul2" : f32[3,8]
output("y")
@%0 = f32[3] [2.157965,-0.8488455,0.05041678]
@%1 = f32[3] [0,0,0]
