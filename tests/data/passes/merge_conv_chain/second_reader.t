# Not merged: the value in between has another reader.
test pass merge_conv_chain
--- in
"x" = input : f32[4,6,6]
"a" = conv("x", @"w1") {} name="conv1"
"y" = conv("a", @"w2") {} name="conv2"
"s" = relu("a") name="relu1"
output("y","s")
@"w1" = f32[4,4,1,1] seed 1
@"w2" = f32[2,4,1,1] seed 2
--- remarks
missed: merge_conv_chain: conv1 + conv2: the output in between has another reader: relu1
--- out
same
