# A factor that stands in front of what it multiplies is in the line of a reduction, too.
test optimize
--- in
"in0" = input : f32[2]
"v1" = reduce("in0") name="n1"
"v2" = ncnn.align(@%0, "v1") name="n2"
"v6_0" = mul("v2", "v1") name="n3"
output("v6_0" as "out0")
@%0 = f32[1] [0]
--- out
"in0" = input : f32[2]
"v1" = reduce("in0") name="n1" : f32[1]
"v6_0" = mul(@%0, "v1") name="n3" : f32[1]
output("v6_0" as "out0")
@%0 = f32[] [0]
