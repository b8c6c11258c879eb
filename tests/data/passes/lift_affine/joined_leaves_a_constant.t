# What joined the map on the way left a constant, which is not mapped once more.
test pass lift_affine
--- in
"x" = input : f32[1]
%0 = constant(@%0) : f32[1,2,1]
"v24_0" = mul(%0, @%1) : f32[1,2,1]
"v25_0" = reduce("v24_0") name="ncnn.reduction25" : f32[1,1,1]
%1 = mul(@%2, "v25_0") name="mul29" : f32[1,1,1]
output(%1 as "out0", "x")
@%0 = f32[1,2,1] [2,2]
@%1 = f32[] [0.5]
@%2 = f32[1,1,1] [2]
--- remarks
fired: lift_affine: mul #7 + ncnn.reduction25 + mul29 -> ncnn.reduction25 (reduce)
--- out
"x" = input : f32[1]
%0 = constant(@%0) : f32[1,2,1]
%1 = reduce(%0) name="ncnn.reduction25" : f32[1,1,1]
output(%1 as "out0", "x")
@%0 = f32[1,2,1] [2,2]
