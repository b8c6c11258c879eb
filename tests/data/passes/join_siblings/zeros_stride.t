# Not joined: another stride, and by chance the same sizes.
test pass join_siblings
--- in
"x" = input : f32[3,6,6]
"a" = conv("x", @"w1") {} name="conv1"
"b" = conv("x", @"w2") {stride=[2,2]} name="conv2"
"y" = concat("a","b") name="cat1"
output("y")
@"w1" = f32[2,3,6,6] seed 1
@"w2" = f32[2,3,6,6] seed 2
--- remarks
--- out
same
