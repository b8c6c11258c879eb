# Not a group norm: the shape does not come back.
test pass recognise_norm
--- in
"x" = input : f32[6,4,5]
"a" = reshape("x") {shape=[3,-1]} name="reshape1"
"n" = ncnn.layer_norm("a") {affine_size=40, eps=1e-05} name="norm1"
"y" = reshape("n") {shape=[6,5,4]} name="reshape2"
output("y")
--- remarks
missed: recognise_norm: reshape2: not made a group_normalization with what is before it: its shape is not proved to come back
--- out
same
