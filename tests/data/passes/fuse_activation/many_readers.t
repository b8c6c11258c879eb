# Three readers.
test pass fuse_activation
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"r" = relu("c") name="relu1"
"s" = sigmoid("c") name="sigmoid1"
"t" = tanh("c") name="tanh1"
output("r", "s", "t")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
--- remarks
missed: fuse_activation: conv1 + relu1: the output in between has another reader: sigmoid1
missed: fuse_activation: conv1 + sigmoid1: the output in between has another reader: relu1
--- out
same
