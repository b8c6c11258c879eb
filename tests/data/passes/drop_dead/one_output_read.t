# One of two outputs is read: all of the node stays.
test pass drop_dead
--- in
"x" = input : f32[4]
"a", "b" = split("x") {axis=0, sizes=[2,2]} name="split1"
"y" = relu("a") name="relu1"
output("y")
--- remarks
--- out
same
