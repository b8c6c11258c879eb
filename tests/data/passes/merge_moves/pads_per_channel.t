# Not merged: the inner border has a value for each channel.
test pass merge_moves
--- in
"x" = input : f32[2,6,6]
"a" = pad("x", @"v") {top=1} name="pad1"
"b" = pad("a") {bottom=1} name="pad2"
output("b")
@"v" = f32[2] [1,2]
--- remarks
missed: merge_moves: pad1 + pad2: not merged: a border with values per channel
--- out
same
