# Not removed: the channels are counted in another order.
test pass merge_moves
--- in
"x" = input : f32[2,4,6]
"a" = space_to_depth("x") {blocksize=2} name="reorg1"
"b" = depth_to_space("a") {blocksize=2, mode=CRD} name="pixels1"
output("b")
--- remarks
missed: merge_moves: reorg1 + pixels1: not merged: the factors or orders differ
--- out
same
