# Not merged: the first is needed anyway.
test pass merge_moves
--- in
"x" = input {rank=3} : f32[c,h,w]
"a" = flip("x") {axes=[1]} name="flip1"
"b" = flip("a") {axes=[2]} name="flip2"
output("b", "a")
--- remarks
missed: merge_moves: flip1 + flip2: the output in between is a result of the network
--- out
same
