# A factor for each channel does not fit.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"p" = mul("a", @"k") {align=left} name="mul1"
"y" = add("p", "b") name="add1"
output("y")
@"k" = f32[2] [2,3]
--- remarks
--- out
same
