# To pixels and back, of any image.
test pass merge_moves
--- in
"x" = input {rank=3} : f32[8,h,w]
"r" = relu("x") name="relu1"
"a" = depth_to_space("r") {blocksize=2} name="pixels1"
"b" = space_to_depth("a") {blocksize=2} name="reorg1"
output("b")
--- remarks
fired: merge_moves: pixels1 + reorg1 removed
--- out
"x" = input {rank=3} : f32[8,h,w]
"b" = relu("x") name="relu1" : f32[8,h,w]
output("b")
