# The mapped constant equals another: a node like it, so that they are one at once and not when the file is optimized again.
test optimize
--- in
"in0" = input : f32[3,3,5,5]
%950 = ncnn.as_rows("in0") {ic=225}
"v1" = linear(%950, @"k0", @"k1") name="n1"
"v2" = constant(@%0) name="n2"
"v3" = min("v1", "v2") name="n3"
"v6_0" = constant(@"k7") name="n4"
"v7_0" = add("v3", "v6_0") name="n5"
output("v7_0" as "out0", "v6_0")
@"k0" = f32[5,225] zeros
@"k1" = f32[5] [0,0,0,0,0]
@%0 = f32[5] [0,0,0,0,0]
@"k7" = f32[5] [1,1,1,1,1]
--- remarks
fired: lift_affine: n1 + n3 + n5 -> n3 (min)
fired: merge_duplicates: constant #27 + n4 -> constant #27 (constant)
missed: fold_affine: n3: the min is not folded: it is not an affine map of its other operand
--- out
"in0" = input : f32[3,3,5,5]
%0 = reshape("in0") {shape=[-1]} : f32[225]
%1 = linear(%0, @"k0", @"k1") name="n1" : f32[5]
"v6_0" = constant(@"v2") : f32[5]
"v7_0" = min(%1, "v6_0") name="n3" : f32[5]
output("v7_0" as "out0", "v6_0")
@"k0" = f32[5,225] zeros
@"k1" = f32[5] [1,1,1,1,1]
@"v2" = f32[5] [1,1,1,1,1]
