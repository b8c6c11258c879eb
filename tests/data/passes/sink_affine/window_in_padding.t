# A shift does not go through padding that holds a whole window, nor past a vector that is a row of 1.
test optimize
--- in
"a" = input : f32[1,7]
"s" = batch_normalization("a", @"k1", @"k4", @"k2", @"k3") name="n1"
"y" = conv("s", @"w", _) {nd=1, pad_begin=[2]} name="n2"
"b" = input : f32[1]
"t" = batch_normalization("b", @"k1", @"k4", @"k2", @"k3") name="n3"
"u" = ncnn.as_image("t") {nd=1}
"z" = conv("u", @"v", _) {nd=1, dilation=[2], pad_mode=same_lower} name="n4"
output("y", "z")
@"k1" = f32[1] [-0.5]
@"k2" = f32[1] [0.75]
@"k3" = f32[1] [1]
@"k4" = f32[1] [-0.875]
@"w" = f32[1,1,2] [1.5,-0.25]
@"v" = f32[2,1,2] [1.75,-1.3125,0.25,0.5]
--- out
same
