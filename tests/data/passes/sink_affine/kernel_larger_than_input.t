# A shift does not go through padding where a window has more of it than of the input.
test optimize
--- in
"in_44_0" = input : f32[1,1]
"v1" = batch_normalization("in_44_0", @"k14") {epsilon=1} name="n1"
"v2" = add("v1", @"k15") name="n2"
"v23_0" = conv("v2", @"k22", _) {nd=1, pad_begin=[2]} name="n3"
output("v23_0" as "out3")
@"k14" = f32[1] [0.609375]
@"k15" = f32[1] [1]
@"k22" = f32[1,1,3] [-1.4833984,0.60253906,-0.0029296875]
--- remarks
fired: scalar_operands: n2 -> n2 (add), the constant 1 becomes a scalar
fired: merge_affine: n1 + n2 -> n1 (batch_normalization)
missed: sink_affine: n1 + n3: not moved down to the weights: a window may have more padding than input, and terms would cancel there
--- out
"in_44_0" = input : f32[1,1]
"v2" = batch_normalization("in_44_0", @%0, @%1) {epsilon=1} name="n1" : f32[1,1]
"v23_0" = conv("v2", @"k22", _) {nd=1, pad_begin=[2]} name="n3" : f32[1,1]
output("v23_0" as "out3")
@%0 = f32[1] [0.609375]
@%1 = f32[1] [1]
@"k22" = f32[1,1,3] [-1.4833984,0.60253906,-0.0029296875]
