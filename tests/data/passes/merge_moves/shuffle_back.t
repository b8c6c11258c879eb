# Undone by its reverse, for any number of channels.
test pass merge_moves
--- in
"x" = input {rank=3} : f32[c,h,w]
"r" = relu("x") name="relu1"
"a" = shuffle_channel("r") {group=3} name="shuffle1"
"b" = shuffle_channel("a") {group=3, reverse=1} name="shuffle2"
output("b")
--- remarks
fired: merge_moves: shuffle1 + shuffle2 removed
--- out
"x" = input {rank=3} : f32[c,h,w]
"b" = relu("x") name="relu1" : f32[c,h,w]
output("b")
