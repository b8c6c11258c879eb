# The first map has no factor at all: times 1 is the identity, but only the next stage removes it.
test pass merge_affine
--- in
"x" = input : f32[?]
"a" = mul("x", @"one") name="mul1"
"b" = ncnn.dropout("a") {scale=2} name="dropout1"
output("b")
@"one" = f32[] [1]
--- out
"x" = input : f32[?]
"b" = mul("x", @%0) name="mul1" : f32[?]
output("b")
@%0 = f32[] [2]
