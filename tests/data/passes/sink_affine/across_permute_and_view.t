# The axis of the factors is followed.
test pass sink_affine
--- in
"x" = input : f32[2,3,4]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
"p" = transpose("y") {perm=[1,2,0]} name="permute1"
"v" = reshape("p") {shape=[12,2]} name="reshape1"
"z" = linear("v", @"w") name="fc1"
output("z")
@"s" = f32[2] [3,4]
@"w" = f32[1,2] [1,2]
--- remarks
fired: sink_affine: sc1 + permute1 + reshape1 + fc1 -> fc1 (linear)
--- out
"x" = input : f32[2,3,4]
%0 = transpose("x") {perm=[1,2,0]} name="permute1" : f32[3,4,2]
%1 = reshape(%0) {shape=[12,2]} name="reshape1" : f32[12,2]
"z" = linear(%1, @"w") name="fc1" : f32[12,1]
output("z")
@"w" = f32[1,2] [3,8]
