# What is behind views becomes known to their readers when a layer between them goes.
test optimize
--- in
"v1" = constant(@"k1") name="n1"
"v2" = ncnn.align(@"k2", "v1") name="n2"
"v3" = mul("v1", "v2") name="n3"
"v4" = unsqueeze("v3") {axes=[0]} name="n4"
%0 = ncnn.squeeze("v4") {squeeze_h=true} name="n5"
output(%0 as "v10_0")
@"k1" = f32[1] [0]
@"k2" = f32[1] [1]
--- remarks
fired: drop_identities: n3 removed
fired: fold_constants: n4 -> n4 (constant)
fired: fold_constants: n5 -> n5 (constant)
--- out
%0 = constant(@%0) name="n5" : f32[1]
output(%0 as "v10_0")
@%0 = f32[1] [0]
