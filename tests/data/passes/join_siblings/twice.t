# Not joined: one value twice.
test pass join_siblings
--- in
"x" = input : f32[3,4,4]
"a" = conv("x", @"w1") name="conv1"
"y" = concat("a","a")
output("y")
@"w1" = f32[2,3,1,1] seed 1
--- remarks
--- out
same
