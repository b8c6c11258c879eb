# The number of channels is known, whatever the other sizes: what is worked out from it is a constant.
test pass fold_shapes,fold_constants,drop_dead
--- in
"x" = input : f32[n,4,h,w]
"s" = shape("x") name="s"
"c" = gather("s", @"one") name="c"
"p" = mul("c", @"two") name="p"
"n" = gather("s", @"zero") name="n"
"r" = relu("x") name="r"
output("p", "n", "r")
@"one" = i64[] [1]
@"zero" = i64[] [0]
@"two" = i64[] [2]
--- out
"x" = input : f32[n,4,h,w]
"s" = shape("x") name="s" : i64[4]
"p" = constant(@%0) name="p" : i64[]
"n" = gather("s", @"zero") name="n" : i64[]
"r" = relu("x") name="r" : f32[n,4,h,w]
output("p", "n", "r")
@%0 = i64[] [8]
@"zero" = i64[] [0]
