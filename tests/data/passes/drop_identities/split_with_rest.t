# Case 40: one part of 2 out of 4 is not all of it.
test pass drop_identities
--- in
"x" = input : f32[4,4,4]
"a" = tanh("x") name="tanh1"
"y" = ncnn.split("a") {axis=0, slices=[2]} name="split1"
output("y")
--- remarks
--- out
same
