# What is behind views becomes known to their readers when a layer between them goes.
test optimize
--- in
"v1" = constant(@"k0") name="n1"
"v2" = transpose("v1") {perm=[0]} name="n2"
"v3" = unsqueeze("v2") {axes=[0]} name="n3"
"v8_0" = reshape("v3") name="n4"
output("v8_0" as "out0")
@"k0" = f32[1] [0]
--- remarks
fired: drop_identities: n2 removed
fired: fold_constants: n3 -> n3 (constant)
fired: fold_constants: n4 -> n4 (constant)
--- out
"v8_0" = constant(@%0) name="n4" : f32[]
output("v8_0" as "out0")
@%0 = f32[] [0]
