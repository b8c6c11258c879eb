# Two borders of zeros, on a value of any rank.
test pass merge_moves
--- in
"x" = input : f32[?]
"a" = pad("x") {top=1, left=2} name="pad1"
"b" = pad("a") {bottom=1, left=1} name="pad2"
output("b")
--- remarks
fired: merge_moves: pad1 + pad2 -> pad1 (pad)
--- out
"x" = input : f32[?]
"b" = pad("x") {top=1, bottom=1, left=3} name="pad1" : f32[?]
output("b")
