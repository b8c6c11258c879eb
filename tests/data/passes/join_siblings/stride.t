# Not joined: other strides.
test pass join_siblings
--- in
"x" = input : f32[3,4,4]
"a" = conv("x", @"w1") {stride=[2,2]} name="conv1"
"b" = conv("x", @"w2") name="conv2"
output("a","b")
@"w1" = f32[2,3,1,1] seed 1
@"w2" = f32[4,3,1,1] seed 2
--- remarks
--- out
same
