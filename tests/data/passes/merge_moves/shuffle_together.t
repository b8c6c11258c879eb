# Twelve channels in two groups and again in two are those in four.
test pass merge_moves
--- in
"x" = input {rank=3} : f32[12,h,w]
"a" = shuffle_channel("x") {group=2} name="shuffle1"
"b" = shuffle_channel("a") {group=2} name="shuffle2"
output("b")
--- remarks
fired: merge_moves: shuffle1 + shuffle2 -> shuffle1 (shuffle_channel)
--- out
"x" = input {rank=3} : f32[12,h,w]
"b" = shuffle_channel("x") {group=4} name="shuffle1" : f32[12,h,w]
output("b")
