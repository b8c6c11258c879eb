# Weights in half precision are rounded again.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = scale("x", @"s") name="sc1"
"z" = conv("y", @"w") name="conv1"
output("z")
@"s" = f32[2] [0.3,3]
@"w" = f16(f32)[1,2,1,1] [1,10]
--- remarks
fired: sink_affine: sc1 + conv1 -> conv1 (conv), its half-precision weights rounded again
--- out
"x" = input : f32[2,_,_]
"z" = conv("x", @"w") name="conv1" : f32[1,"x".1,"x".2]
output("z")
@"w" = f16(f32)[1,2,1,1] [0.30004883,30]
