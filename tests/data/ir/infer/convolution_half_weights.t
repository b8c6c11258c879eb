# Half-precision weights keep their bits.
test infer
--- in
"g" = input : f32[3]
"y" = ncnn.convolution("g", @"w") name="conv1"
output("y")
@"w" = f16(f32)[2,3,1,1] [1,2,3,4,5,6]
--- out
"g" = input : f32[3]
"y" = linear("g", @"w") name="conv1" : f32[2]
output("y")
@"w" = f16(f32)[2,3] ...
