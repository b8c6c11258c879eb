# Along two axes: a list.
test pass merge_moves
--- in
"x" = input {rank=2} : f32[h,w]
"a" = ncnn.tile("x") {axis=0, tiles=2} name="tile1"
"b" = tile("a") {repeats=[1,3]} name="tile2"
output("b")
--- remarks
fired: merge_moves: tile1 + tile2 -> tile1 (tile)
--- out
"x" = input {rank=2} : f32[h,w]
"b" = tile("x") {repeats=[2,3]} name="tile1" : f32[2*h,3*w]
output("b")
