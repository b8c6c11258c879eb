# Not removed: of what a block does not divide there is no result.
test pass merge_moves
--- in
"x" = input {rank=3} : f32[2,h,w]
"a" = space_to_depth("x") {blocksize=2, mode=CRD} name="reorg1"
"b" = depth_to_space("a") {blocksize=2, mode=CRD} name="pixels1"
output("b")
--- remarks
missed: merge_moves: reorg1 + pixels1: not merged: its sizes are not proved to be multiples of a block
--- out
same
