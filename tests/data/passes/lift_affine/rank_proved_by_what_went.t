# A rank that a layer proved which is gone: the check tries no other.
test optimize
--- in
"in0" = input : f32[?]
"v1" = reduce("in0") {keepdims=true} name="n1"
"v2" = permute("v1") {perm=[1,0,2]} name="n2"
"v3" = permute("v2") {perm=[1,0,2]} name="n3"
"v4_0" = mul("v3", @"k0") name="n4"
output("v4_0" as "out0")
@"k0" = f32[1,1,1] [0]
--- remarks
fired: merge_permutes: n2 + n3 removed
fired: lift_affine: n1 + n4 -> n1 (reduce)
--- out
"in0" = input : f32[?]
"v4_0" = reduce("in0") {coeff=0, keepdims=true} name="n1" : f32["v6.1","v6.0","v6.2"]
output("v4_0" as "out0")
