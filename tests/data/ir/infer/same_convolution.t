# SAME padding as ncnn has it, where it is not ONNX's: stays where sizes are not known, has pads as numbers where they are, and is a boundary where one is negative. Of three axes the odd element stands at the end of the first.
test infer
--- in
"x" = input : f32[2,h,w]
"k" = input : f32[2,5,6]
"m" = input : f32[2,4,4]
"c" = input : f32[2,4,5,6]
"a" = ncnn.same_convolution("x", @"w") {stride=[1,3], pad_mode=same_lower} name="a"
"b" = ncnn.same_convolution("m", @"w") {stride=[1,3], pad_mode=same_lower} name="b"
"d" = ncnn.same_convolution("k", @"w") {stride=[1,3], pad_mode=same_lower} name="d"
"e" = ncnn.same_convolution("c", @"v") {nd=3, pad_mode=same_lower} name="e"
"f" = conv("k", @"w") {stride=[1,3], pad_mode=same_lower} name="f"
"g" = conv("c", @"v") {nd=3, pad_mode=same_lower} name="g"
"i" = ncnn.unfold("m") {kernel=[3,1], stride=[1,3], pad_mode=same_lower} name="i"
output("a", "b", "d", "e", "f", "g", "i")
@"w" = f32[1,2,3,1] zeros
@"v" = f32[1,2,2,2,2] zeros
--- out
"x" = input : f32[2,h,w]
"k" = input : f32[2,5,6]
"m" = input : f32[2,4,4]
"c" = input : f32[2,4,5,6]
"a" = ncnn.same_convolution("x", @"w") {stride=[1,3], pad_mode=same_lower} name="a" : f32[1,h,floordiv(w+2,3)]
"b" = conv("m", @"w") {stride=[1,3], pad_begin=[1,0], pad_end=[1,0]} name="b" : f32[1,4,2]
"d" = ncnn.same_convolution("k", @"w") {stride=[1,3], pad_mode=same_lower} name="d" : f32[1,5,2]
"e" = conv("c", @"v") {nd=3, pad_begin=[0,1,1], pad_end=[1,0,0]} name="e" : f32[1,4,5,6]
"f" = conv("k", @"w") {stride=[1,3], pad_mode=same_lower} name="f" : f32[1,5,2]
"g" = conv("c", @"v") {nd=3, pad_mode=same_lower} name="g" : f32[1,4,5,6]
"i" = unfold("m") {kernel=[3,1], stride=[1,3], pad_begin=[1,0], pad_end=[1,0]} name="i" : f32[6,8]
output("a", "b", "d", "e", "f", "g", "i")
@"w" = f32[1,2,3,1] ...
@"v" = f32[1,2,2,2,2] ...
