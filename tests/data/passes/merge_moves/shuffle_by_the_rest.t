# Six channels in two groups and then in three are as they were.
test pass merge_moves
--- in
"x" = input {rank=3} : f32[6,h,w]
"r" = relu("x") name="relu1"
"a" = shuffle_channel("r") {group=2} name="shuffle1"
"b" = shuffle_channel("a") {group=3} name="shuffle2"
output("b")
--- remarks
fired: merge_moves: shuffle1 + shuffle2 removed
--- out
"x" = input {rank=3} : f32[6,h,w]
"b" = relu("x") name="relu1" : f32[6,h,w]
output("b")
