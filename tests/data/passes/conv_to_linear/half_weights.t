# Half-precision weights keep their bits.
test pass conv_to_linear
--- in
"g" = input : f32[3]
"y" = conv("g", @"w") {vector_ok=true} name="conv1"
output("y")
@"w" = f16(f32)[2,3,1,1] [1,2,3,4,5,6]
--- remarks
fired: conv_to_linear: conv1 -> conv1 (linear)
--- out
"g" = input : f32[3]
"y" = linear("g", @"w") {flatten=all} name="conv1" : f32[2]
output("y")
@"w" = f16(f32)[2,3] [1,2,3,4,5,6]
