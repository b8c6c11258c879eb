# Images in front go from what picks along other axes, and from places that are given for each.
test batch drop
--- in
"x" = input : f32[3,4,6]
"n" = input : i32[3,5,2]
"g" = gather("x", @"at") {axis=2} name="gather"
"d" = gather_nd("x", "n") {batch_dims=1} name="nd"
"a" = arg_min("g") {axis=1} name="least"
output("d", "a")
@"at" = i64[3] [-1,0,2]
--- out
"x" = input : f32[4,6]
"n" = input : i32[5,2]
"g" = gather("x", @"at") {axis=1} name="gather" : f32[4,3]
"d" = gather_nd("x", "n") name="nd" : f32[5]
"a" = arg_min("g") name="least" : i64[1,3]
output("d", "a")
@"at" = i64[3] ...
