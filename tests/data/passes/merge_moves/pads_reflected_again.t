# Not merged: the second reflects what the first has reflected.
test pass merge_moves
--- in
"x" = input : f32[3,6,6]
"a" = pad("x") {pads=[0,1,0,0,0,0], mode=reflect} name="pad1"
"b" = pad("a") {pads=[0,0,0,0,1,0], mode=reflect} name="pad2"
output("b")
--- remarks
missed: merge_moves: pad1 + pad2: not merged: what is reflected was reflected before
--- out
same
