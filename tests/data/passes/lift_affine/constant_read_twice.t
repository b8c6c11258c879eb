# One constant read twice is mapped twice, and stays one.
test optimize
--- in
"in_15_0" = input : f32[1]
%950 = ncnn.as_rows("in_15_0") {ic=1}
"v1" = linear(%950, @"k7", _) name="n1"
"v2" = constant(@"k8") name="n2"
"v3" = ncnn.eltwise("v1", "v2", "v2") {op=max} name="n3"
"v15_0" = add("v3", "v3") name="n4"
output("v15_0" as "out0")
@"k7" = f32[1,1] [0]
@"k8" = f32[1] [0.5]
--- remarks
fired: scalar_operands: n3 -> n3 (max), the constant 0.5 becomes a scalar
fired: scalar_operands: n3 -> n3 (max), the constant 0.5 becomes a scalar
fired: weighted_sum: n4 -> n4 (mul)
fired: drop_idle_activations: n3 + n3 -> n3 (max)
fired: lift_affine: n1 + n3 + n4 -> n3 (max)
missed: fold_affine: n3: the max is not folded: it is not an affine map of its other operand
missed: fuse_activation: n3: the max is not fused: it is not the maximum of its input and 0
--- out
"in_15_0" = input : f32[1]
%0 = linear("in_15_0", @"k7", _) name="n1" : f32[1]
"v15_0" = max(%0, @"v2") name="n3" : f32[1]
output("v15_0" as "out0")
@"k7" = f32[1,1] [0]
@"v2" = f32[] [1]
