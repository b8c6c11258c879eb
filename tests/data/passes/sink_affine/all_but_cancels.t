# Where each channel is one number, 3 x - 0.778 may happen to be nearly 0 all over, beside padding that is not: an accident, and no difference.
test optimize
--- in
"in0" = input : f32[1,3,1]
"v1" = batch_normalization("in0", @"k0", @"k1") {epsilon=1} name="n1"
"v2" = sum("v1", "in0") name="n2"
"v3" = sum("v2", "in0") name="n3"
%0 = conv("v3", @"k2", _) {pad_mode=same_lower} name="n4"
output(%0 as "v5_0")
@"k0" = f32[1] [1]
@"k1" = f32[1] [-0.7783203]
@"k2" = f32[3,1,1,2] [0.5654297,-0.328125,-0.21875,0.2578125,-1.3798828,-0.020507812]
--- remarks
fired: weighted_sum: n2 + n3 -> n3 (sum)
missed: sink_affine: n1 + n4: not moved down to the weights: a window may have more padding than input, and terms would cancel there
--- out
"in0" = input : f32[1,3,1]
"v1" = batch_normalization("in0", @"k0", @"k1") {epsilon=1} name="n1" : f32[1,3,1]
"v3" = sum("v1", "in0") {coeffs=[1,2]} name="n3" : f32[1,3,1]
%0 = conv("v3", @"k2", _) {pad_mode=same_lower} name="n4" : f32[3,3,1]
output(%0 as "v5_0")
@"k0" = f32[1] [1]
@"k1" = f32[1] [-0.7783203]
@"k2" = f32[3,1,1,2] [0.5654297,-0.328125,-0.21875,0.2578125,-1.3798828,-0.020507812]
