# Along one axis twice.
test pass merge_moves
--- in
"x" = input : f32[2,3]
"a" = ncnn.tile("x") {axis=1, tiles=2} name="tile1"
"b" = ncnn.tile("a") {axis=1, tiles=3} name="tile2"
output("b")
--- remarks
fired: merge_moves: tile1 + tile2 -> tile1 (tile)
--- out
"x" = input : f32[2,3]
"b" = tile("x") {repeats=[1,6]} name="tile1" : f32[2,18]
output("b")
