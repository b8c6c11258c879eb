# Not merged: -1 and 2 are the same axis on rank 3 only.
test pass merge_moves
--- in
"x" = input : f32[?]
"a" = ncnn.flip("x") {axes=[-1]} name="flip1"
"b" = flip("a") {axes=[2]} name="flip2"
output("b")
--- remarks
--- out
same
