# A 1x1 convolution on a vector is an inner product.
test infer
--- in
"x" = input : f32[3,_,_]
"g" = global_average_pool("x") {keepdims=false} name="pool1"
"y" = ncnn.convolution("g", @"w", @"b") {act=relu} name="conv1" features=1
output("y")
@"w" = f32[2,3,1,1] [1,2,3,4,5,6]
@"b" = f32[2] [1,10]
--- out
"x" = input : f32[3,_,_]
"g" = global_average_pool("x") {keepdims=false} name="pool1" : f32[3]
"y" = linear("g", @"w", @"b") {act=relu} name="conv1" features=1 : f32[2]
output("y")
@"w" = f32[2,3] ...
@"b" = f32[2] ...
