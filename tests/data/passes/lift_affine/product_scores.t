# The factor of the scores of an attention goes into the map of its queries, past reshape and transpose.
test pass lift_affine for=onnx13
--- in
"x" = input : f32[1,_,4]
"k" = input : f32[1,2,2,_]
"m" = matmul("x", @"w") name="project"
"b" = add("m", @"b") name="bias"
"r" = reshape("b") {shape=["x.0","x.1",2,2]} name="heads"
"q" = transpose("r") {perm=[0,2,1,3]} name="turn"
"s" = matmul("q", "k") name="scores"
"y" = mul("s", @"c") name="factor"
output("y")
@"w" = f32[4,4] [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]
@"b" = f32[4] [1,2,3,4]
@"c" = f32[] [0.5]
--- remarks
fired: lift_affine: project + bias + heads + turn + scores + factor -> scores (matmul)
missed: lift_affine: project + bias: not moved up to the weights: a shift does not move across it
--- out
"x" = input : f32[1,_,4]
"k" = input : f32[1,2,2,_]
%0 = matmul("x", @"w") name="project" : f32[1,"x".1,4]
%1 = add(%0, @"b") name="bias" : f32[1,"x".1,4]
%2 = reshape(%1) {shape=["x.0","x.1",2,2]} name="heads" : f32[1,"x".1,2,2]
%3 = transpose(%2) {perm=[0,2,1,3]} name="turn" : f32[1,2,"x".1,2]
"y" = matmul(%3, "k") name="scores" : f32[1,2,"x".1,"k".3]
output("y")
@"w" = f32[4,4] [0.5,1,1.5,2,2.5,3,3.5,4,4.5,5,5.5,6,6.5,7,7.5,8]
@"b" = f32[4] [0.5,1,1.5,2]
