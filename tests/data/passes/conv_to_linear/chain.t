# A chain of them: the result of the first is a vector too.
test pass conv_to_linear
--- in
"x" = input : f32[3,_,_]
"g" = global_pool("x") {kind=avg} name="pool1"
"a" = conv("g", @"w") {vector_ok=true} name="conv1"
"y" = conv("a", @"v") {vector_ok=true} name="conv2"
output("y")
@"w" = f32[2,3,1,1] [1,2,3,4,5,6]
@"v" = f32[1,2,1,1] [1,2]
--- remarks
fired: conv_to_linear: conv1 -> conv1 (linear)
fired: conv_to_linear: conv2 -> conv2 (linear)
--- out
"x" = input : f32[3,_,_]
"g" = global_pool("x") {kind=avg} name="pool1" : f32[3]
"a" = linear("g", @"w") {flatten=all} name="conv1" : f32[2]
"y" = linear("a", @"v") {flatten=all} name="conv2" : f32[1]
output("y")
@"w" = f32[2,3] [1,2,3,4,5,6]
@"v" = f32[1,2] [1,2]
