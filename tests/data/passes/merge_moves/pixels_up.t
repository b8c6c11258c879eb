# To pixels and back, of any image.
test pass merge_moves
--- in
"x" = input {rank=3} : f32[8,h,w]
"r" = relu("x") name="relu1"
"a" = pixel_shuffle("r") {upscale_factor=2, mode=channel_last} name="pixels1"
"b" = reorg("a") {stride=2, mode=channel_last} name="reorg1"
output("b")
--- remarks
fired: merge_moves: pixels1 + reorg1 removed
--- out
"x" = input {rank=3} : f32[8,h,w]
"b" = relu("x") name="relu1" : f32[8,h,w]
output("b")
