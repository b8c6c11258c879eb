# The border repeats the edge, and so does the border of that.
test pass merge_moves
--- in
"x" = input {rank=3} : f32[c,h,w]
"a" = pad("x") {top=1, left=2, type=replicate} name="pad1"
"b" = pad("a") {bottom=1, left=1, right=2, type=replicate} name="pad2"
output("b")
--- remarks
fired: merge_moves: pad1 + pad2 -> pad1 (pad)
--- out
"x" = input {rank=3} : f32[c,h,w]
"b" = pad("x") {top=1, bottom=1, left=3, right=2, type=replicate} name="pad1" : f32[c,h+2,w+5]
output("b")
