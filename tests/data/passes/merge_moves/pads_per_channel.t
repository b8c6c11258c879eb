# Not merged: the inner border has a value for each channel.
test pass merge_moves
--- in
"x" = input : f32[2,6,6]
"a" = ncnn.padding("x", @"v") {top=1} name="pad1"
"b" = pad("a") {pads=[0,0,0,0,1,0]} name="pad2"
output("b")
@"v" = f32[2] [1,2]
--- remarks
--- out
same
