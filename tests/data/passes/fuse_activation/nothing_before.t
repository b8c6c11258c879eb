# An activation of an input, and of a pooling.
test pass fuse_activation
--- in
"x" = input {rank=3} : f32[_,_,_]
"r" = relu("x") name="relu1"
"p" = global_average_pool("r") {keepdims=false} name="pool1"
"y" = sigmoid("p") name="sigmoid1"
output("y" as "out")
--- remarks
--- out
same
