# The same with sizes, around a layer norm.
test pass recognise_norm
--- in
"x" = input : f32[6,4,5]
"a" = reshape("x") {shape=[3,-1]} name="reshape1"
"n" = ncnn.layer_norm("a") {affine_size=40, eps=1e-05} name="norm1"
"y" = reshape("n") {shape=[6,4,5]} name="reshape2"
output("y")
--- remarks
fired: recognise_norm: reshape1 + norm1 + reshape2 -> reshape2 (group_normalization)
--- out
"x" = input : f32[6,4,5]
"y" = group_normalization("x") {num_groups=3} name="reshape2" : f32[6,4,5]
output("y")
