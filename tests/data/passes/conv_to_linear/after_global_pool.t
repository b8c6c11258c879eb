# A 1x1 convolution on a vector is an inner product.
test pass conv_to_linear
--- in
"x" = input : f32[3,_,_]
"g" = global_pool("x") {kind=avg} name="pool1"
"y" = conv("g", @"w", @"b") {vector_ok=true, act=relu} name="conv1" features=1
output("y")
@"w" = f32[2,3,1,1] [1,2,3,4,5,6]
@"b" = f32[2] [1,10]
--- remarks
fired: conv_to_linear: conv1 -> conv1 (linear)
--- out
"x" = input : f32[3,_,_]
"g" = global_pool("x") {kind=avg} name="pool1" : f32[3]
"y" = linear("g", @"w", @"b") {flatten=all, act=relu} name="conv1" features=1 : f32[2]
output("y")
@"w" = f32[2,3] [1,2,3,4,5,6]
@"b" = f32[2] [1,10]
