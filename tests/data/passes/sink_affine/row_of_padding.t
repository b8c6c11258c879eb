# Not moved: in a row of padding alone, which is 0, terms of the shift would cancel.
test optimize
--- in
"x" = input : f32[1,1]
"v1" = ncnn.power("x") {scale=0.70710677, shift=0.5075425} name="n1"
"v2" = pad("v1") {pads=[1,0,0,0]} name="n2"
%950 = ncnn.as_rows("v2") {ic=1}
"y" = linear(%950, @"k10") name="n3"
output("y")
@"k10" = f32[6,1] [1,1.1,1.2,1.3,1.4,1.5]
--- remarks
fired: merge_affine: n1 -> n1 (batch_normalization)
missed: sink_affine: n1 + n2: not moved down to the weights: a window may have more padding than input, and terms would cancel there
--- out
"x" = input : f32[1,1]
"v1" = batch_normalization("x", @%0, @%1) {epsilon=1} name="n1" : f32[1,1]
"v2" = pad("v1") {pads=[1,0,0,0]} name="n2" : f32[2,1]
"y" = linear("v2", @"k10") name="n3" : f32[2,6]
output("y")
@%0 = f32[1] [0.70710677]
@%1 = f32[1] [0.5075425]
@"k10" = f32[6,1] [1,1.1,1.2,1.3,1.4,1.5]
