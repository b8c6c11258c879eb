# Six channels in two groups and then in three are as they were.
test pass merge_moves
--- in
"x" = input {rank=3} : f32[6,h,w]
"r" = relu("x") name="relu1"
"a" = channel_shuffle("r") {groups=2, axis=0} name="shuffle1"
"b" = channel_shuffle("a") {groups=3, axis=0} name="shuffle2"
output("b")
--- remarks
fired: merge_moves: shuffle1 + shuffle2 removed
--- out
"x" = input {rank=3} : f32[6,h,w]
"b" = relu("x") name="relu1" : f32[6,h,w]
output("b")
