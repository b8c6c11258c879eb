# As many channels? Not proved.
test pass drop_view_before_binary
--- in
"in0" = input : f32[4]
"in1" = input {rank=3} : f32[_,_,_]
"x" = reshape("in0") {dims=[4,1,1]} name="reshape1"
"y" = add("x", "in1") {align=late} name="add1"
output("y")
--- norun
No search for sizes finds 4 channels.
--- remarks
missed: drop_view_before_binary: reshape1 + add1: not removed: the other operand is not proved to have rank 3 and as many channels
--- out
same
