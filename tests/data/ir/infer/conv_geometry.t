# Sizes of a convolution, a pooling and a deconvolution as expressions over the input's.
test infer
--- in
"x" = input : f32[3,h,w]
"a" = conv("x", @"w1") {stride=[2,2], pad_begin=[1,1], pad_end=[1,1]}
"b" = max_pool("a") {kernel=[2,2], stride=[2,2], pad_begin=[1,1], ceil_mode=true}
"d" = conv_transpose("a", @"w2") {stride=[2,2]}
output("b", "d")
@"w1" = f32[4,3,3,3] zeros
@"w2" = f32[2,4,2,2] zeros
--- out
"x" = input : f32[3,h,w]
"a" = conv("x", @"w1") {stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} : f32[4,floordiv(h+1,2),floordiv(w+1,2)]
"b" = max_pool("a") {kernel=[2,2], stride=[2,2], pad_begin=[1,1], ceil_mode=true} : f32[4,floordiv(h+1,4)+1,floordiv(w+1,4)+1]
"d" = conv_transpose("a", @"w2") {stride=[2,2]} : f32[2,2*floordiv(h+1,2),2*floordiv(w+1,2)]
output("b", "d")
@"w1" = f32[4,3,3,3] ...
@"w2" = f32[2,4,2,2] ...
