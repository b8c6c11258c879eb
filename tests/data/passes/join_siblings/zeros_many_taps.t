# Not joined: 25 taps are too many by cost.
test pass join_siblings
--- in
"x" = input : f32[3,6,6]
"a" = conv("x", @"w1")  name="conv1"
"b" = conv("x", @"w2") {pad_begin=[2,2], pad_end=[2,2]} name="conv2"
"y" = concat("a","b") name="cat1"
output("y")
@"w1" = f32[2,3,1,1] seed 1
@"w2" = f32[2,3,5,5] seed 2
--- remarks
missed: join_siblings: conv1 + conv2: not joined: zeros around the smaller kernel may cost more (--fuse-siblings=always)
--- out
same
