# The permute proves two axes, also of what the product in front of it multiplies: the factor goes on, into the recurrent layer, whatever goes first.
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
"in1" = input {hint=[4,6]} : f32["v12.0",1]
%0 = mul("in1", @%0) name="n4" : f32[4,1]
%1, "v19_1" = gru(%0, @%1, @"k17", @"k18") {num_output=1, merge_directions=true} name="n5" : f32[4,1], f32[1,1]
output("v19_1" as "v24_0")
@%0 = f32[4,1] [2,2,2,2]
@%1 = f32[1,3,1] [0.25,-0.125,0.5]
@"k17" = f32[1,4,1] [0.5,0.25,-0.5,1]
@"k18" = f32[1,3,1] [0.25,0.5,-0.125]
