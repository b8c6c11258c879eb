# One number of the weights is another.
test pass merge_duplicates
--- in
"x" = input : f32[1,4,4]
"a" = conv("x", @"v") name="conv1"
"b" = conv("x", @"w") name="conv2"
"e" = concat("a", "b") name="concat1"
output("e")
@"v" = f32[2,1,1,1] [2,2]
@"w" = f32[2,1,1,1] [2,3]
--- remarks
--- out
same
