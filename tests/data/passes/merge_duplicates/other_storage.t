# The same numbers, but one weight is stored in half precision: another layer in the file.
test pass merge_duplicates
--- in
"x" = input : f32[1,4,4]
"a" = conv("x", @"v") name="conv1"
"b" = conv("x", @"w") name="conv2"
"e" = concat("a", "b") name="concat1"
output("e")
@"v" = f32[1,1,1,1] [2]
@"w" = f16(f32)[1,1,1,1] [2]
--- remarks
--- out
same
