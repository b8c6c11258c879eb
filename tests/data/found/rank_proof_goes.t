# The permute proves two axes, by which the second product pairs its rows, and is removed; the product may not move in front of the first, where nothing says so: ncnn could not be made to pair them.
test optimize
--- in
"in1" = input {hint=[4,6]} : f32[?]
"v1" = constant(@"k5") name="n1"
"v2" = mul("v1", "in1") name="n2"
"v3" = transpose("v2") {perm=[0,1]} name="n3"
"v4" = mul("v3", @%0) name="n4"
"v5", "v19_1" = gru("v4", @%1, @"k17", @"k18") {num_output=1, direction=forward, merge_directions=true} name="n5"
output("v19_1" as "v24_0")
@"k5" = f32[] [0.5]
@%0 = f32[4,1] [2,2,2,2]
@%1 = f32[1,3,1] [0.5,-0.25,1]
@"k17" = f32[1,4,1] [0.5,0.25,-0.5,1]
@"k18" = f32[1,3,1] [0.25,0.5,-0.125]
--- out
"in1" = input {hint=[4,6]} : f32[?]
"v2" = mul(@"v1", "in1") name="n2" : f32["v12.0",1]
"v4" = mul("v2", @%0) name="n4" : f32[4,1]
"v5", "v19_1" = gru("v4", @%1, @"k17", @"k18") {num_output=1, merge_directions=true} name="n5" : f32[4,1], f32[1,1]
output("v19_1" as "v24_0")
@"v1" = f32[] [0.5]
@%0 = f32[4,1] [2,2,2,2]
@%1 = f32[1,3,1] [0.5,-0.25,1]
@"k17" = f32[1,4,1] [0.5,0.25,-0.5,1]
@"k18" = f32[1,3,1] [0.25,0.5,-0.125]
