# Each convolution takes its own pad in.
test pass merge_duplicates
--- in
"x" = input : f32[1,4,4]
"p" = pad("x") {pads=[0,1,0,0,0,0]} name="pad1"
"q" = pad("x") {pads=[0,1,0,0,0,0]} name="pad2"
"a" = conv("p", @"v") name="conv1"
"b" = conv("q", @"w") name="conv2"
output("a", "b")
@"v" = f32[1,1,1,1] [2]
@"w" = f32[1,1,1,1] [3]
--- remarks
--- out
same
