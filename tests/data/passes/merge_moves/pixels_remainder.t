# Not removed: the last row and column may be cut off.
test pass merge_moves
--- in
"x" = input {rank=3} : f32[2,h,w]
"a" = reorg("x") {stride=2} name="reorg1"
"b" = pixel_shuffle("a") {upscale_factor=2} name="pixels1"
output("b")
--- remarks
missed: merge_moves: reorg1 + pixels1: not merged: a remainder may be cut off in between
--- out
same
