# A full pooling whose window may be larger than x: 3 with stride 2 gives 2 of 2, where the formula says 1. So a size is an expression only where the window is proved to fit.
test infer
--- in
"x" = input : f32[3,h,w]
"two" = input : f32[3,2,2]
"a" = pool("x") {kernel=[3,3], stride=[2,2]}
"b" = pool("x") {kernel=[3,3], stride=[1,1]}
"c" = pool("x") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1]}
"d" = deconv("x", @"w") {stride=[2,2]}
"e" = pool("d") {kernel=[2,2], stride=[2,2]}
"f" = pool("two") {kernel=[3,3], stride=[2,2]}
output("a", "b", "c", "e", "f")
@"w" = f32[2,3,2,2] zeros
--- out
"x" = input : f32[3,h,w]
"two" = input : f32[3,2,2]
"a" = pool("x") {kernel=[3,3], stride=[2,2]} : f32[3,_,_]
"b" = pool("x") {kernel=[3,3], stride=[1,1]} : f32[3,h-2,w-2]
"c" = pool("x") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} : f32[3,floordiv(h,2)+1,floordiv(w,2)+1]
"d" = deconv("x", @"w") {stride=[2,2]} : f32[2,2*h,2*w]
"e" = pool("d") {kernel=[2,2], stride=[2,2]} : f32[2,h,w]
"f" = pool("two") {kernel=[3,3], stride=[2,2]} : f32[3,2,2]
output("a", "b", "c", "e", "f")
@"w" = f32[2,3,2,2] ...
