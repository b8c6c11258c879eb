# A reduction of a constant is one, with the view by which its line gives it an axis.
test optimize
--- in
"in_29_0" = input : f32[1]
"v1" = constant(@"k0") name="n1"
"v2" = ncnn.reduction("v1") name="n2"
"v15_0" = ncnn.concat("v2", "in_29_0", "v2") name="n3"
output("v15_0" as "out0")
@"k0" = f32[1] [0]
--- out
"in_29_0" = input : f32[1]
"v2" = constant(@%0) name="n2" : f32[1]
"v15_0" = concat("v2", "in_29_0", "v2") name="n3" : f32[3]
output("v15_0" as "out0")
@%0 = f32[1] [0]
