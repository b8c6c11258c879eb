# Two convolutions of one input with the same weights, stored twice.
test pass merge_duplicates
--- in
"x" = input : f32[1,4,4]
"a" = conv("x", @"v") name="conv1"
"b" = conv("x", @"w") name="conv2"
"e" = concat("a", "b") name="concat1"
output("e")
@"v" = f32[1,1,1,1] [2]
@"w" = f32[1,1,1,1] [2]
--- remarks
fired: merge_duplicates: conv1 + conv2 -> conv1 (conv)
--- out
"x" = input : f32[1,4,4]
"a" = conv("x", @"v") name="conv1" : f32[1,4,4]
"e" = concat("a", "a") name="concat1" : f32[2,4,4]
output("e")
@"v" = f32[1,1,1,1] [2]
