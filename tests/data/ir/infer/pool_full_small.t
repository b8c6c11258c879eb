# A full pooling whose window may be larger than x: 3 with stride 2 gives 2 of 2, where ceil_mode has no result. So it is that only where the window is proved to fit, and else it stays, or has other pads.
test infer
--- in
"x" = input : f32[3,h,w]
"two" = input : f32[3,2,2]
"a" = ncnn.pooling("x") {kernel=[3,3], stride=[2,2]}
"b" = ncnn.pooling("x") {kernel=[3,3], stride=[1,1]}
"c" = ncnn.pooling("x") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1]}
"d" = conv_transpose("x", @"w") {stride=[2,2]}
"e" = ncnn.pooling("d") {kernel=[2,2], stride=[2,2]}
"f" = ncnn.pooling("two") {kernel=[3,3], stride=[2,2]}
output("a", "b", "c", "e", "f")
@"w" = f32[2,3,2,2] zeros
--- out
"x" = input : f32[3,h,w]
"two" = input : f32[3,2,2]
"a" = ncnn.pooling("x") {kernel=[3,3], stride=[2,2]} : f32[3,_,_]
"b" = max_pool("x") {kernel=[3,3], stride=[1,1]} : f32[3,h-2,w-2]
"c" = max_pool("x") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1], ceil_mode=true} : f32[3,floordiv(h,2)+1,floordiv(w,2)+1]
"d" = conv_transpose("x", @"w") {stride=[2,2]} : f32[2,2*h,2*w]
"e" = max_pool("d") {kernel=[2,2], stride=[2,2], ceil_mode=true} : f32[2,h,w]
"f" = max_pool("two") {kernel=[3,3], stride=[2,2], pad_end=[3,3]} : f32[3,2,2]
output("a", "b", "c", "e", "f")
@"w" = f32[2,3,2,2] ...
