# One constant read twice is mapped twice, and stays one.
test optimize
--- in
"in_15_0" = input : f32[1]
"v1" = linear("in_15_0", @"k7", _) name="n1"
"v2" = constant(@"k8") name="n2"
"v3" = eltwise("v1", "v2", "v2") {op=max} name="n3"
"v15_0" = add("v3", "v3") name="n4"
output("v15_0" as "out0")
@"k7" = f32[1,1] [0]
@"k8" = f32[1] [0]
--- remarks
fired: weighted_sum: n4 -> n4 (mul)
fired: lift_affine: n1 + n3 + n4 -> n3 (eltwise)
fired: merge_duplicates: constant #22 + constant #25 -> constant #22 (constant)
--- out
"in_15_0" = input : f32[1]
%0 = linear("in_15_0", @"k7", _) {flatten=all} name="n1" : f32[1]
%1 = constant(@"v2") : f32[1]
"v15_0" = eltwise(%0, %1, %1) {op=max} name="n3" : f32[1]
output("v15_0" as "out0")
@"k7" = f32[1,1] [0]
@"v2" = f32[1] [0]
