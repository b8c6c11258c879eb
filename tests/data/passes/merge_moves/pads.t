# Two borders of zeros, on a value of any rank.
test pass merge_moves
--- in
"x" = input : f32[2,h,w]
"a" = pad("x") {pads=[0,1,2,0,0,0]} name="pad1"
"b" = pad("a") {pads=[0,0,1,0,1,0]} name="pad2"
output("b")
--- remarks
fired: merge_moves: pad1 + pad2 -> pad1 (pad)
--- out
"x" = input : f32[2,h,w]
"b" = pad("x") {pads=[0,1,3,0,1,0]} name="pad1" : f32[2,h+2,w+3]
output("b")
