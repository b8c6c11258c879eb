# 6 channels in all: by cost the kernel of 1x1 does not go among zeros into one of 3x3.
test pass join_siblings
--- in
"x" = input : f32[3,4,4]
"a" = conv("x", @"w1") name="conv1"
"b" = conv("x", @"w2") {pad_begin=[1,1], pad_end=[1,1]} name="conv2"
"y" = concat("a","b")
output("y")
@"w1" = f32[2,3,1,1] seed 1
@"w2" = f32[4,3,3,3] seed 2
--- remarks
missed: join_siblings: conv1 + conv2: not joined: zeros around the smaller kernel may cost more (--fuse-siblings=always)
--- out
same
