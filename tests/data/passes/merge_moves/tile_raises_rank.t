# Not merged: the second makes a matrix of a vector.
test pass merge_moves
--- in
"x" = input : f32[3]
"a" = ncnn.tile("x") {axis=0, tiles=2} name="tile1"
"b" = ncnn.tile("a") {repeats=[2,3]} name="tile2"
output("b")
--- remarks
--- out
same
