# Not merged: six channels in two groups and again in two are no shuffle.
test pass merge_moves
--- in
"x" = input {rank=3} : f32[6,h,w]
"a" = channel_shuffle("x") {groups=2, axis=0} name="shuffle1"
"b" = channel_shuffle("a") {groups=2, axis=0} name="shuffle2"
output("b")
--- remarks
missed: merge_moves: shuffle1 + shuffle2: not merged: together they are no shuffle
--- out
same
