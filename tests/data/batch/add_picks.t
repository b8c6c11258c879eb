# Indices that belong to each image go with it, others are the same for all.
test batch add 3
--- in
"x" = input : f32[4,6]
"i" = input : i64[2,6]
"n" = input : i32[5,2]
"g" = gather("x", @"at") {axis=1} name="gather"
"e" = gather_elements("x", "i") name="elements"
"d" = gather_nd("x", "n") name="nd"
"s" = scatter_elements("x", "i", "e") {reduction=add} name="scatter"
"v", "k" = top_k("s", @"two") {axis=1} name="top"
"a" = arg_max("g") {axis=1, keepdims=false} name="largest"
"t" = trilu("s") name="triangle"
output("d", "v", "k", "a", "t")
@"at" = i64[3] [-1,0,2]
@"two" = i64[1] [2]
--- out
"x" = input : f32[3,4,6]
"i" = input : i64[3,2,6]
"n" = input : i32[3,5,2]
"g" = gather("x", @"at") {axis=2} name="gather" : f32[3,4,3]
"e" = gather_elements("x", "i") {axis=1} name="elements" : f32[3,2,6]
"d" = gather_nd("x", "n") {batch_dims=1} name="nd" : f32[3,5]
"s" = scatter_elements("x", "i", "e") {axis=1, reduction=add} name="scatter" : f32[3,4,6]
"v", "k" = top_k("s", @"two") {axis=2} name="top" : f32[3,4,2], i64[3,4,2]
"a" = arg_max("g") {axis=2, keepdims=false} name="largest" : i64[3,4]
"t" = trilu("s") name="triangle" : f32[3,4,6]
output("d", "v", "k", "a", "t")
@"at" = i64[3] ...
@"two" = i64[1] ...
