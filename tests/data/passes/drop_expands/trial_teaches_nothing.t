# What is only tried teaches nothing: that a sum fits without the expand would make the first axis 2.
test pass drop_expands in0=1,2,3
--- in
"in0" = input : f32[_,_,_]
"v1" = expand("in0") {shape=[2,7,1,1]} name="n1"
"v2_0" = ncnn.batch_norm("v1", @"k0", @"k1", @"k2", @"k3") name="n2"
output("v2_0" as "v5_0")
@"k0" = f32[2] [0,0]
@"k1" = f32[2] [0,0]
@"k2" = f32[2] [0,0]
@"k3" = f32[2] [0,0]
--- remarks
--- out
same
