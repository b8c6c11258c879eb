# Not swapped: the conv has another reader.
test pass pool_before_conv
--- in
"x" = input : f32[4,6,6]
"a" = conv("x", @"w", @"b") {} name="conv1"
"y" = global_average_pool("a") {keepdims=false} name="pool1"
"s" = relu("a") name="relu1"
output("y","s")
@"w" = f32[2,4,1,1] seed 1
@"b" = f32[2] [1,2]
--- remarks
missed: pool_before_conv: conv1 + pool1: the output in between has another reader: relu1
--- out
same
