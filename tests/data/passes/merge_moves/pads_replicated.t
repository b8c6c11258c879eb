# The border repeats the edge, and so does the border of that.
test pass merge_moves
--- in
"x" = input {rank=3} : f32[c,h,w]
"a" = pad("x") {pads=[0,1,2,0,0,0], mode=edge} name="pad1"
"b" = pad("a") {pads=[0,0,1,0,1,2], mode=edge} name="pad2"
output("b")
--- remarks
fired: merge_moves: pad1 + pad2 -> pad1 (pad)
--- out
"x" = input {rank=3} : f32[c,h,w]
"b" = pad("x") {pads=[0,1,3,0,1,2], mode=edge} name="pad1" : f32[c,h+2,w+5]
output("b")
