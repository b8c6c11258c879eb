# Not joined: with 40 channels to cut out again it costs more than it saves.
test pass join_siblings
--- in
"x" = input : f32[3,4,4]
"a" = conv("x", @"w1") name="conv1"
"b" = conv("x", @"w2") name="conv2"
output("a","b")
@"w1" = f32[40,3,1,1] seed 1
@"w2" = f32[2,3,1,1] seed 2
--- remarks
missed: join_siblings: conv1 + conv2: not joined: to cut the result apart again may cost more (--fuse-siblings=always)
--- out
same
