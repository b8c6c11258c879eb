# Rows and then columns are rows and columns.
test pass merge_moves
--- in
"x" = input : f32[3,6,6]
"a" = pad("x") {pads=[0,1,0,0,2,0], mode=reflect} name="pad1"
"b" = pad("a") {pads=[0,0,1,0,0,2], mode=reflect} name="pad2"
output("b")
--- remarks
fired: merge_moves: pad1 + pad2 -> pad1 (pad)
--- out
"x" = input : f32[3,6,6]
"b" = pad("x") {pads=[0,1,1,0,2,2], mode=reflect} name="pad1" : f32[3,9,9]
output("b")
