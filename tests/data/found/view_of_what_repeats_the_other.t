# A view that the other operand is repeated beside goes: what is repeated is so beside its input, too.
test optimize
--- in
"in_6_0" = input : f32[2,2,2]
"in_8_0" = input : f32[2,3,1]
"v1" = squeeze("in_8_0") name="n1"
"v2" = ncnn.align("in_6_0", "v1") name="n2"
"v3" = ncnn.align("v1", "in_6_0") name="n3"
"v11_0" = add("v2", "v3") name="n4"
output("v11_0" as "out0")
--- remarks
fired: merge_views: n1 removed
--- out
"in_6_0" = input : f32[2,2,2]
"in_8_0" = input : f32[2,3,1]
"v1" = squeeze("in_8_0") name="n1" : f32[2,3]
"v2" = ncnn.align("in_6_0", "v1") name="n2" : f32[2,3,2]
"v11_0" = add("v2", "in_8_0") name="n4" : f32[2,3,2]
output("v11_0" as "out0")
