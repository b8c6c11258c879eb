# A 1x1 window with step 2 takes every other element.
test pass drop_identities
--- in
"x" = input : f32[2,4,4]
"t" = tanh("x") name="tanh1"
"y" = max_pool("t") {kernel=[1,1], stride=[2,2], ceil_mode=true} name="pool1"
output("y")
--- remarks
--- out
same
