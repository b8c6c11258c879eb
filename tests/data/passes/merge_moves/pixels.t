# From pixels to channels and back, with nothing cut off.
test pass merge_moves
--- in
"x" = input : f32[2,4,6]
"r" = relu("x") name="relu1"
"a" = space_to_depth("r") {blocksize=2, mode=CRD} name="reorg1"
"b" = depth_to_space("a") {blocksize=2, mode=CRD} name="pixels1"
output("b")
--- remarks
fired: merge_moves: reorg1 + pixels1 removed
--- out
"x" = input : f32[2,4,6]
"b" = relu("x") name="relu1" : f32[2,4,6]
output("b")
