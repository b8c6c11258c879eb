# Not joined: they read different values.
test pass join_siblings
--- in
"x" = input : f32[3,4,4]
"r" = relu("x") name="relu1"
"a" = conv("x", @"w1") name="conv1"
"b" = conv("r", @"w2") name="conv2"
"y" = concat("a","b")
output("y")
@"w1" = f32[2,3,1,1] seed 1
@"w2" = f32[4,3,1,1] seed 2
--- remarks
--- out
same
