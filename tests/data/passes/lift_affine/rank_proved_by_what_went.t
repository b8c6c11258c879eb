# A rank that a layer proved which is gone: the check tries no other.
test optimize
--- in
"in0" = input : f32[?]
"v1" = reduce("in0") name="n1"
"v2" = transpose("v1") {perm=[1,0,2]} name="n2"
"v3" = transpose("v2") {perm=[1,0,2]} name="n3"
"v4_0" = mul("v3", @"k0") name="n4"
output("v4_0" as "out0")
@"k0" = f32[1,1,1] [0]
--- remarks
fired: merge_transposes: n2 + n3 removed
missed: lift_affine: input #1 + n4: not moved up to the weights: it is an input of the network
--- out
"in0" = input : f32[?]
"v1" = reduce("in0") name="n1" : f32["v6.1","v6.0","v6.2"]
"v4_0" = mul("v1", @"k0") name="n4" : f32["v6.1","v6.0","v6.2"]
output("v4_0" as "out0")
@"k0" = f32[1,1,1] [0]
