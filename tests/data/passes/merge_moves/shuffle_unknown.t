# Not merged: how many channels there are is not known.
test pass merge_moves
--- in
"x" = input {rank=3} : f32[4*c,h,w]
"a" = shuffle_channel("x") {group=2} name="shuffle1"
"b" = shuffle_channel("a") {group=2} name="shuffle2"
output("b")
--- remarks
