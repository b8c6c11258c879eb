# Not merged: the inner border is 0, the outer one 1.
test pass merge_moves
--- in
"x" = input : f32[3,6,6]
"a" = pad("x") {pads=[0,1,0,0,0,0]} name="pad1"
"b" = pad("a") {pads=[0,0,0,0,1,0], value=1} name="pad2"
output("b")
--- remarks
missed: merge_moves: pad1 + pad2: not merged: borders of two kinds
--- out
same
