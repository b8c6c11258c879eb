# An input that nobody reads is still part of the interface.
test pass drop_dead
--- in
"x" = input : f32[2]
"unused" = input : f32[3]
"y" = relu("x") name="relu1"
output("y")
--- remarks
--- out
same
