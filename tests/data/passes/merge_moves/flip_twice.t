# There and back.
test pass merge_moves
--- in
"x" = input {rank=3} : f32[c,h,w]
"r" = relu("x") name="relu1"
"a" = ncnn.flip("r") {axes=[-1]} name="flip1"
"b" = flip("a") {axes=[2]} name="flip2"
output("b", "a")
--- remarks
fired: merge_moves: flip1 + flip2 removed
--- out
"x" = input {rank=3} : f32[c,h,w]
"b" = relu("x") name="relu1" : f32[c,h,w]
"a" = flip("b") {axes=[2]} name="flip1" : f32[c,h,w]
output("b", "a")
