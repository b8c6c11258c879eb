# One in f32 makes all f32.
test pass join_siblings
--- in
"x" = input : f32[3,4,4]
"a" = conv("x", @"w1") name="conv1"
"b" = conv("x", @"w2") name="conv2"
"y" = concat("a","b")
output("y")
@"w1" = f16(f32)[1,3,1,1] [1,2,3]
@"w2" = f32[1,3,1,1] [0.1,0.2,0.3]
--- remarks
fired: join_siblings: conv1 + conv2 + concat #8 -> conv1 (conv)
--- out
"x" = input : f32[3,4,4]
"y" = conv("x", @"w1") name="conv1" : f32[2,4,4]
output("y")
@"w1" = f32[2,3,1,1] [1,2,3,0.1,0.2,0.3]
