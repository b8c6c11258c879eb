# Nothing puts the results together again: by cost that is not done.
test pass join_siblings
--- in
"x" = input : f32[1,6,6]
"a" = conv("x", @"w1") name="conv1"
"b" = conv("x", @"w2") {pad_begin=[1,1], pad_end=[1,1]} name="conv2"
output("a","b")
@"w1" = f32[2,1,1,1] seed 1
@"w2" = f32[2,1,3,3] seed 2
--- remarks
--- out
same
