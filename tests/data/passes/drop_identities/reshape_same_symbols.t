# A reshape to what is there, by symbols: 0 takes the size of the same letter.
test pass drop_identities
--- in
"x" = input : f32[3,h,w]
"t" = tanh("x") name="tanh1"
"y" = ncnn.reshape("t") {dims=[3,-1,0]} name="reshape1"
output("y")
--- remarks
fired: drop_identities: reshape1 removed
--- out
"x" = input : f32[3,h,w]
"y" = tanh("x") name="tanh1" : f32[3,h,w]
output("y")
