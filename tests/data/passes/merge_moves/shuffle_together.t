# Twelve channels in two groups and again in two are those in four.
test pass merge_moves
--- in
"x" = input {rank=3} : f32[12,h,w]
"a" = channel_shuffle("x") {groups=2, axis=0} name="shuffle1"
"b" = channel_shuffle("a") {groups=2, axis=0} name="shuffle2"
output("b")
--- remarks
fired: merge_moves: shuffle1 + shuffle2 -> shuffle1 (channel_shuffle)
--- out
"x" = input {rank=3} : f32[12,h,w]
"b" = channel_shuffle("x") {groups=4, axis=0} name="shuffle1" : f32[12,h,w]
output("b")
