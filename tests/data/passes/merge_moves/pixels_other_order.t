# Not removed: the channels are counted in another order.
test pass merge_moves
--- in
"x" = input : f32[2,4,6]
"a" = reorg("x") {stride=2, mode=channel_last} name="reorg1"
"b" = pixel_shuffle("a") {upscale_factor=2} name="pixels1"
output("b")
--- remarks
missed: merge_moves: reorg1 + pixels1: not merged: the factors or orders differ
--- out
same
