# What only moves the result of a selection goes, and the selection makes the result of the network: they are compared as results.
test optimize
--- in
"in_2_1" = input : f32[6,1,1]
"v1", "v2" = top_k("in_2_1", @"k0") name="n1"
"v3" = transpose("v1") {perm=[1,2,0]} name="n2"
"v5_0" = transpose("v3") {perm=[2,0,1]} name="n3"
output("v5_0" as "out4")
@"k0" = i64[1] [6]
--- out
"in_2_1" = input : f32[6,1,1]
"v5_0", "v2" = top_k("in_2_1", @"k0") name="n1" : f32[6,1,1], i64[6,1,1]
output("v5_0" as "out4")
@"k0" = i64[1] [6]
