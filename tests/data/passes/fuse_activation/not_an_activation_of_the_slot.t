# tanh and swish have no slot.
test pass fuse_activation
--- in
"x" = input {rank=3} : f32[_,_,_]
"c1" = conv("x", @"w") name="conv1"
"y1" = tanh("c1") name="tanh1"
"c2" = conv("x", @"w") name="conv2"
"y2" = swish("c2") name="swish1"
output("y1", "y2")
@"w" = f32[2,1,1,1] [2,-3]
--- remarks
--- out
same
