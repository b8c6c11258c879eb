# Not joined: groups.
test pass join_siblings
--- in
"x" = input : f32[3,6,6]
"a" = conv("x", @"w1") {group=3} name="conv1"
"b" = conv("x", @"w2") {pad_begin=[1,1], pad_end=[1,1]} name="conv2"
"y" = concat("a","b") name="cat1"
output("y")
@"w1" = f32[3,1,1,1] seed 1
@"w2" = f32[1,3,3,3] seed 2
--- remarks
--- out
same
