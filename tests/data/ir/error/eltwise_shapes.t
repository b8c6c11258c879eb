# Case 13: a weighted sum does not broadcast.
test error
--- in
"x" = input : f32[2,3,4]
"y" = input : f32[2,1,1]
"z" = ncnn.eltwise("x", "y") name="eltwise1"
output("z")
--- error
E_SHAPE: ncnn.eltwise 'eltwise1': input 1 is 2,1,1, the shape 2,3,4 of the first expected
