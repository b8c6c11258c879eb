# A padded 1x1 window makes the result larger.
test pass drop_identities
--- in
"x" = input : f32[2,4,4]
"t" = tanh("x") name="tanh1"
"y" = average_pool("t") {kernel=[1,1], pad_begin=[1,1], pad_end=[1,1]} name="pool1"
output("y")
--- remarks
--- out
same
