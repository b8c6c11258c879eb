# When the activation goes, what is seen through the view becomes a constant; its readers know it as soon as it does.
test optimize
--- in
"v1" = constant(@"k0") name="n1"
"v2" = leaky_relu("v1") name="n2"
"v3" = reshape("v2") name="n3"
"v6_0" = max("v3", "v3") name="n4"
output("v6_0" as "out0")
@"k0" = f32[1,1] [0]
--- out
"v6_0" = constant(@%0) name="n4" : f32[]
output("v6_0" as "out0")
@%0 = f32[] [0]
