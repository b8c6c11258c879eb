# A chain of them: the result of the first is a vector too.
test infer
--- in
"x" = input : f32[3,_,_]
"g" = global_average_pool("x") {keepdims=false} name="pool1"
"a" = ncnn.convolution("g", @"w") name="conv1"
"y" = ncnn.convolution("a", @"v") name="conv2"
output("y")
@"w" = f32[2,3,1,1] [1,2,3,4,5,6]
@"v" = f32[1,2,1,1] [1,2]
--- out
"x" = input : f32[3,_,_]
"g" = global_average_pool("x") {keepdims=false} name="pool1" : f32[3]
"a" = linear("g", @"w") name="conv1" : f32[2]
"y" = linear("a", @"v") name="conv2" : f32[1]
output("y")
@"w" = f32[2,3] ...
@"v" = f32[1,2] ...
