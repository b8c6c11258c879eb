# The same the other way round.
test batch drop
--- in
"x" = input : f32[2,2,3]
"y" = matmul("x", @"v") name="product"
output("y")
@"v" = f32[3] [1,2,3]
--- out
"x" = input : f32[2,3]
"y" = matmul("x", @"v") name="product" : f32[2]
output("y")
@"v" = f32[3] ...
