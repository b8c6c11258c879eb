# With groups there is no such inner product.
test pass conv_to_linear
--- in
"x" = input : f32[4,_,_]
"y" = conv("x", @"w") {group=2} name="conv1"
output("y")
@"w" = f32[2,2,1,1] [1,2,3,4]
--- remarks
--- out
same
