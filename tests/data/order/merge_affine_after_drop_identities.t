# A factor of one is nothing, a merged one is work.
test order drop_identities merge_affine 
--- in
"x" = input : f32[?]
"a" = mul("x", @"one") name="mul1"
"b" = neg("a") name="neg1"
output("b")
@"one" = f32[] [1]
--- cost
as declared: 2 layers, 0 MACs, 12288 other operations, 0 bytes
exchanged:   2 layers, 0 MACs, 12288 other operations, 4 bytes
