# Not joined: groups.
test pass join_siblings
--- in
"x" = input : f32[3,4,4]
"a" = conv("x", @"w1") {group=3} name="conv1"
"b" = conv("x", @"w2") {group=3} name="conv2"
"y" = concat("a","b")
output("y")
@"w1" = f32[3,1,1,1] seed 1
@"w2" = f32[3,1,1,1] seed 2
--- remarks
--- out
same
