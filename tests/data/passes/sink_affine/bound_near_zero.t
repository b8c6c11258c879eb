# Not moved: beside the shift nothing would be left of the bound.
test optimize
--- in
"in" = input : f32[1]
"v1" = batch_normalization("in", @"k3", @%0) {epsilon=1} name="n1"
"v2" = clip("v1") {min=-0.01} name="n2"
"v3" = ncnn.as_image("v2") {nd=1}
"v10_0" = conv("v3", @"k7", _) {nd=1} name="n3"
output("v10_0")
@"k3" = f32[1] [2.5]
@%0 = f32[1] [-0.5]
@"k7" = f32[1,1,1] [1]
--- remarks
missed: sink_affine: n1 + n2: not moved down to the weights: a shift does not move across a bound at or near 0, which would be off by a rounding of the shift
--- out
same
