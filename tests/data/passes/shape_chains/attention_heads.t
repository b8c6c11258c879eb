# Heads of an attention: two sizes of the input, and two that are known, then back.
test optimize
--- in
"x" = input : f32[b,t,32]
"s" = shape("x") name="s"
"b" = dynamic_slice("s", @"i0", @"i1", @"axis") name="b"
"t" = dynamic_slice("s", @"i1", @"i2", @"axis") name="t"
"h" = concat("b", "t", @"heads") name="h"
"y" = dynamic_reshape("x", "h") name="y"
"z" = transpose("y") {perm=[0,2,1,3]} name="z"
output("z")
@"i0" = i64[1] [0]
@"i1" = i64[1] [1]
@"i2" = i64[1] [2]
@"axis" = i64[1] [0]
@"heads" = i64[2] [4,8]
--- out
"x" = input : f32[b,t,32]
"y" = reshape("x") {shape=["x.0","x.1",4,8]} name="y" : f32[b,t,4,8]
"z" = transpose("y") {perm=[0,2,1,3]} name="z" : f32[b,4,t,8]
output("z")
