# The factor of a scale comes from a constant layer. With a bias folded in, it has to be the scale's own weight to be written.
test optimize
--- in
"x" = input : f32[1]
"f" = constant(@"k6") name="constant3"
"s" = batch_normalization("x", "f") {epsilon=1} name="scale5"
"b" = ncnn.bias("s", @"k8") name="bias6"
"twice" = add("f", "f") name="add7"
output("b", "twice")
@"k6" = f32[1] [-0.8496094]
@"k8" = f32[1] [-0.015625]
--- remarks
fired: fold_constants: add7 -> add7 (constant)
fired: merge_affine: scale5 + bias6 -> scale5 (batch_normalization)
--- out
"x" = input : f32[1]
"b" = batch_normalization("x", @%0, @%1) {epsilon=1} name="scale5" : f32[1]
"twice" = constant(@%2) name="add7" : f32[1]
output("b", "twice")
@%0 = f32[1] [-0.8496094]
@%1 = f32[1] [-0.015625]
@%2 = f32[1] [-1.6992188]
