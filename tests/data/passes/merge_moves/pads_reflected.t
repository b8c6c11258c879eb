# Rows and then columns are rows and columns.
test pass merge_moves
--- in
"x" = input : f32[3,6,6]
"a" = pad("x") {top=1, bottom=2, type=reflect} name="pad1"
"b" = pad("a") {left=1, right=2, type=reflect} name="pad2"
output("b")
--- remarks
fired: merge_moves: pad1 + pad2 -> pad1 (pad)
--- out
"x" = input : f32[3,6,6]
"b" = pad("x") {top=1, bottom=2, left=1, right=2, type=reflect} name="pad1" : f32[3,9,9]
output("b")
