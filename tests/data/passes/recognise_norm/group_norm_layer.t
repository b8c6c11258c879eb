# The same with sizes, around a layer norm.
test pass recognise_norm
--- in
"x" = input : f32[6,4,5]
"a" = reshape("x") {dims=[3,-1]} name="reshape1"
"n" = layer_norm("a") {affine_size=40, eps=1e-05} name="norm1"
"y" = reshape("n") {dims=[6,4,5]} name="reshape2"
output("y")
--- remarks
fired: recognise_norm: reshape1 + norm1 + reshape2 -> reshape2 (group_norm)
--- out
"x" = input : f32[6,4,5]
"y" = group_norm("x") {group=3, eps=1e-5} name="reshape2" : f32[6,4,5]
output("y")
