# A vector expanded to the sizes of an image that are not known.
test optimize
--- in
"v" = input : f32[1,c,1,1]
"x" = input : f32[n,c,h,w]
"s" = shape("x") name="s"
"ones" = constant_of_shape(@"four", @"one") name="ones"
"m" = mul("ones", @"minus") name="m"
"e" = equal("s", "m") name="e"
"t" = where("e", "ones", "s") name="t"
"y" = dynamic_expand("v", "t") name="y"
"z" = add("x", "y") name="z"
output("z")
@"four" = i64[1] [4]
@"one" = i64[1] [1]
@"minus" = i64[] [-1]
--- out
"v" = input : f32[1,c,1,1]
"x" = input : f32[n,c,h,w]
"z" = add("x", "v") name="z" : f32[n,c,h,w]
output("z")
