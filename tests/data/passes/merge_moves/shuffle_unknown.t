# Not merged: how many channels there are is not known.
test pass merge_moves
--- in
"x" = input {hint=[8,2,2]} : f32[c,h,w]
"a" = channel_shuffle("x") {groups=2, axis=0} name="shuffle1"
"b" = channel_shuffle("a") {groups=2, axis=0} name="shuffle2"
output("b")
--- remarks
missed: merge_moves: shuffle1 + shuffle2: not merged: the number of channels is not known
--- out
same
