# One axis is turned round twice, and so not at all.
test pass merge_moves
--- in
"x" = input {rank=3} : f32[c,h,w]
"a" = flip("x") {axes=[1,2]} name="flip1"
"b" = ncnn.flip("a") {axes=[-1,0]} name="flip2"
output("b")
--- remarks
fired: merge_moves: flip1 + flip2 -> flip1 (flip)
--- out
"x" = input {rank=3} : f32[c,h,w]
"b" = flip("x") {axes=[0,1]} name="flip1" : f32[c,h,w]
output("b")
