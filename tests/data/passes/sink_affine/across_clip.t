# The bounds move with the map.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = ncnn.power("x") {scale=2, shift=3} name="pow1"
"a" = clip("y") {min=1, max=6} name="clip1"
"z" = conv("a", @"w") name="conv1"
output("z")
@"w" = f32[1,2,1,1] [1,2]
--- remarks
fired: sink_affine: pow1 + clip1 + conv1 -> conv1 (conv)
fired: sink_affine: clip1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,_,_]
%0 = clip("x") {min=-1, max=1.5} name="clip1" : f32[2,"x".1,"x".2]
"z" = conv(%0, @"w", @%0) name="conv1" : f32[1,"x".1,"x".2]
output("z")
@"w" = f32[1,2,1,1] [2,4]
@%0 = f32[1] [9]
